import type { Zoom } from "../hooks/useZoom";
import { translate } from "../l10n";
import { Icon } from "./Icon";

export function ZoomBar({ zoom }: { readonly zoom: Zoom }) {
  return (
    <div class="zoom-bar" role="toolbar" aria-label={translate("Zoom of the search tree")}>
      <button type="button" class="icon-button" aria-label={translate("Zoom out")} title={translate("Zoom out")} onClick={() => zoom.change(-1)}><Icon name="minus" /></button>
      <span class="zoom-scale">{translate("{0} %", Math.round(zoom.scale * 100))}</span>
      <button type="button" class="icon-button" aria-label={translate("Zoom in")} title={translate("Zoom in")} onClick={() => zoom.change(1)}><Icon name="plus" /></button>
      <button type="button" class="icon-button" aria-label={translate("Fit the whole width")} title={translate("Fit the whole width")} onClick={zoom.overview}><Icon name="fit" /></button>
      {!zoom.fitted && <button type="button" class="link" onClick={zoom.fit}>{translate("Readable size")}</button>}
    </div>
  );
}
