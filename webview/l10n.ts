import { english, translator, type Texts, type Translate } from "../src/protocol";

let current: { readonly locale: string; readonly translate: Translate } = { locale: "en", translate: english };

/** Chooses the language of this view, once and before anything is drawn. `texts` is untrusted as text is: it is never read as HTML. */
export function speak(locale: string, texts: Texts): void {
  current = { locale, translate: translator(texts) };
}

/** Words of the view in the language of its reader; model text, questions and answers never pass through it. */
export const translate: Translate = (sentence, ...values) => current.translate(sentence, ...values);

/** For `Intl`. */
export const locale = (): string => current.locale;

const isTexts = (value: unknown): value is Texts => typeof value === "object" && value !== null && Object.values(value).every((text) => typeof text === "string");

/** Takes over what the host wrote into the page; English where there is nothing of use. */
export function speakAsPage({ lang, texts }: { readonly lang: string; readonly texts: string | undefined }): void {
  const read: unknown = texts === undefined || texts === "" ? {} : JSON.parse(texts);
  speak(lang === "" ? "en" : lang, isTexts(read) ? read : {});
}
