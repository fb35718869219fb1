import { useRef } from "preact/hooks";
import type { ImageInfo } from "../../src/core/ports";
import { translate } from "../l10n";
import { Icon } from "./Icon";

interface Props {
  readonly info: ImageInfo;
  readonly url: string | undefined;
  readonly name: string;
}

/** The picture exactly as it is sent, on a neutral ground; a click shows it large. */
export function Picture({ info, url, name }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const title = name === "" ? translate("Pasted figure") : name;
  if (url === undefined) return <div class="picture picture-waiting" role="img" aria-label={translate("{0}, not loaded yet", title)}><Icon name="figure" /></div>;
  return (
    <>
      <button type="button" class="picture" aria-label={translate("Enlarge {0}", title)} onClick={() => dialog.current?.showModal()}>
        <img src={url} alt={translate("{0}, as it is sent", title)} width={info.width} height={info.height} />
      </button>
      <dialog class="enlarged" ref={dialog} aria-label={title} onClick={(event) => event.target === dialog.current && dialog.current?.close()}>
        <div class="enlarged-bar">
          <span>{translate("{0}, {1} × {2} pixels", title, info.width, info.height)}</span>
          <button type="button" class="icon-button" aria-label={translate("Close")} onClick={() => dialog.current?.close()}><Icon name="close" /></button>
        </div>
        <div class="enlarged-picture"><img src={url} alt={translate("{0}, enlarged", title)} width={info.width} height={info.height} /></div>
      </dialog>
    </>
  );
}
