import { useRef } from "preact/hooks";
import type { ImageInfo } from "../../src/core/ports";
import { Icon } from "./Icon";

interface Props {
  readonly info: ImageInfo;
  readonly url: string | undefined;
  readonly name: string;
}

/** The picture exactly as it is sent, on a neutral ground; a click shows it large. */
export function Picture({ info, url, name }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const title = name === "" ? "Pasted figure" : name;
  if (url === undefined) return <div class="picture picture-waiting" role="img" aria-label={`${title}, not loaded yet`}><Icon name="figure" /></div>;
  return (
    <>
      <button type="button" class="picture" aria-label={`Enlarge ${title}`} onClick={() => dialog.current?.showModal()}>
        <img src={url} alt={`${title}, as it is sent`} width={info.width} height={info.height} />
      </button>
      <dialog class="enlarged" ref={dialog} aria-label={title} onClick={(event) => event.target === dialog.current && dialog.current?.close()}>
        <div class="enlarged-bar">
          <span>{title}, {info.width} × {info.height} pixels</span>
          <button type="button" class="icon-button" aria-label="Close" onClick={() => dialog.current?.close()}><Icon name="close" /></button>
        </div>
        <div class="enlarged-picture"><img src={url} alt={`${title}, enlarged`} width={info.width} height={info.height} /></div>
      </dialog>
    </>
  );
}
