import type { ImageInfo } from "../../src/core/ports";
import { describeNote, type FigureCard as Figure } from "../../src/protocol";
import { translate } from "../l10n";
import { byteSize, count } from "../models/format";
import { Icon } from "./Icon";
import { Picture } from "./Picture";

interface Props {
  readonly info: ImageInfo;
  /** Null in a saved trace, where only the picture that was sent is known. */
  readonly figure: Figure | null;
  readonly url: string | undefined;
  /** Undefined where the figure cannot be changed. */
  readonly change: { readonly replace: () => void; readonly remove: () => void; readonly busy: boolean } | undefined;
}

const formatOf = (info: ImageInfo): string => (info.mediaType === "image/png" ? "PNG" : "JPEG");

function changesOf({ original, info, notes }: Figure): readonly string[] {
  const resized = original.width !== info.width || original.height !== info.height;
  return [...notes.map((note) => describeNote(note, { original, width: info.width, height: info.height }, translate)), ...(resized ? [translate("Given as {0} × {1} pixels, {2}, {3}", original.width, original.height, original.format.toUpperCase(), byteSize(original.byteLength))] : [])];
}

/** What will be sent, or was sent: picture, exact size, what was done to it. */
export function FigureCard({ info, figure, url, change }: Props) {
  const changes = figure === null ? [] : changesOf(figure);
  const name = figure?.name ?? "";
  return (
    <section class="figure-card" aria-label={translate("Figure")}>
      <Picture info={info} url={url} name={name} />
      <div class="figure-facts">
        <div class="figure-name" title={name}>{name === "" ? (figure === null ? translate("Figure") : translate("Pasted figure")) : name}</div>
        <div class="note">
          {figure === null
            ? translate("{0} × {1} pixels, {2}, {3}", info.width, info.height, formatOf(info), byteSize(info.byteLength))
            : translate("{0} × {1} pixels, {2}, {3}, about {4} tokens", info.width, info.height, formatOf(info), byteSize(info.byteLength), count(figure.tokenEstimate))}
        </div>
        {changes.length > 0 && <ul class="figure-changes">{changes.map((text) => <li key={text}>{text}</li>)}</ul>}
        {change !== undefined && (
          <div class="figure-actions">
            <button type="button" class="link" disabled={change.busy} onClick={change.replace}><Icon name="replace" />{translate("Replace")}</button>
            <button type="button" class="link" disabled={change.busy} onClick={change.remove}><Icon name="close" />{translate("Remove")}</button>
          </div>
        )}
      </div>
    </section>
  );
}
