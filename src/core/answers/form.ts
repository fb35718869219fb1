import type { Piece } from "./math/intervals";
import type { Sampled } from "./math/same";
import type { Unit } from "./units/table";

/** A number or expression with what is said about its unit. */
export interface Quantity {
  readonly kind: "quantity";
  readonly amount: Sampled;
  readonly unit?: Unit;
  /** The unit as written; tells 25 C (coulomb) from 25 °C when the other side shows which is meant. */
  readonly unitText?: string;
  readonly percent: boolean;
  /** The text of a symbol by itself, for labels that are words on the other side (Ω and Omega). */
  readonly name?: string;
  /** Written with a fraction bar; only names the rule. */
  readonly fraction: boolean;
}

/** What an answer says, as far as it is understood; `text` where nothing else fits. */
export type Form =
  | { readonly kind: "empty" }
  | { readonly kind: "option"; readonly letter: string; readonly rest?: Form }
  | { readonly kind: "yesNo"; readonly yes: boolean }
  | { readonly kind: "date"; readonly year?: number; readonly month?: number; readonly day?: number; readonly weekday?: number }
  | { readonly kind: "time"; readonly minutes: number }
  | Quantity
  /** `ordered`: a bare list, which may also stand for a tuple in its order. */
  | { readonly kind: "set"; readonly items: readonly Form[]; readonly ordered: boolean }
  | { readonly kind: "tuple"; readonly items: readonly Form[]; readonly open: string; readonly close: string }
  | { readonly kind: "intervals"; readonly pieces: readonly Piece[]; readonly variable?: string; readonly relation: boolean }
  /** `clock`: minutes since midnight where it is written as a time of day is (12:30). */
  | { readonly kind: "ratio"; readonly items: readonly Form[]; readonly clock?: number }
  | { readonly kind: "layout"; readonly items: readonly Form[]; readonly product?: Form }
  | { readonly kind: "range"; readonly items: readonly [Form, Form] }
  | { readonly kind: "matrix"; readonly rows: readonly (readonly Form[])[] }
  /** `target` and `value` where one side is a name by itself: x = 3. */
  | { readonly kind: "equation"; readonly target?: string; readonly value?: Form; readonly difference?: Sampled }
  | { readonly kind: "inequality"; readonly relation: "<" | "≤" | "≠"; readonly difference: Sampled }
  | { readonly kind: "assignments"; readonly values: ReadonlyMap<string, Form> }
  /** `tail`: what a sentence says something is ("the length is 5 cm"). */
  | { readonly kind: "text"; readonly text: string; readonly tail?: Form };
