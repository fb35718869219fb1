import type { Zoom } from "../hooks/useZoom";
import { Icon } from "./Icon";

export function ZoomBar({ zoom }: { readonly zoom: Zoom }) {
  return (
    <div class="zoom-bar" role="toolbar" aria-label="Zoom of the search tree">
      <button type="button" class="icon-button" aria-label="Zoom out" title="Zoom out" onClick={() => zoom.change(-1)}><Icon name="minus" /></button>
      <span class="zoom-scale">{Math.round(zoom.scale * 100)} %</span>
      <button type="button" class="icon-button" aria-label="Zoom in" title="Zoom in" onClick={() => zoom.change(1)}><Icon name="plus" /></button>
      <button type="button" class="icon-button" aria-label="Fit the whole width" title="Fit the whole width" onClick={zoom.overview}><Icon name="fit" /></button>
      {!zoom.fitted && <button type="button" class="link" onClick={zoom.fit}>Readable size</button>}
    </div>
  );
}
