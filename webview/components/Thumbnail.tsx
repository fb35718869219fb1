import { useEffect, useRef } from "preact/hooks";
import type { ExemplarImage } from "../../src/core/ports";
import type { PictureSource } from "../hooks/usePictures";
import { translate } from "../l10n";
import { Icon } from "./Icon";

/** An exemplar's picture, asked for when its card comes into sight; a click shows it large. */
export function Thumbnail({ image, title, pictures }: { readonly image: ExemplarImage; readonly title: string; readonly pictures: PictureSource }) {
  const place = useRef<HTMLDivElement>(null);
  const dialog = useRef<HTMLDialogElement>(null);
  const { sha256 } = image;
  const found = pictures.find(sha256);
  useEffect(() => {
    const element = place.current;
    if (found !== "waiting" || element === null) return undefined;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) pictures.want(sha256);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [sha256, found]);
  if (found === "waiting") return <div class="thumbnail thumbnail-empty" ref={place} role="img" aria-label={translate("Picture of {0}, not loaded yet", title)}><Icon name="figure" /></div>;
  if (found === "missing") return <div class="thumbnail thumbnail-empty" role="img" aria-label={translate("Picture of {0}: not in this library", title)} title={translate("This library does not have the picture")}><Icon name="figure" /></div>;
  return (
    <>
      <button type="button" class="thumbnail" aria-label={translate("Enlarge the picture of {0}", title)} onClick={() => dialog.current?.showModal()}>
        <img src={found.url} alt="" width={image.width} height={image.height} />
      </button>
      <dialog class="enlarged" ref={dialog} aria-label={translate("Picture of {0}", title)} onClick={(event) => event.target === dialog.current && dialog.current?.close()}>
        <div class="enlarged-bar">
          <span>{translate("{0} × {1} pixels", image.width, image.height)}</span>
          <button type="button" class="icon-button" aria-label={translate("Close")} onClick={() => dialog.current?.close()}><Icon name="close" /></button>
        </div>
        <div class="enlarged-picture"><img src={found.url} alt={translate("Picture of {0}", title)} width={image.width} height={image.height} /></div>
      </dialog>
    </>
  );
}
