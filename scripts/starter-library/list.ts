import { hashText, mixSeeds, seededRandom } from "../../src/core/search";
import { charts } from "./families/charts";
import { functions } from "./families/functions";
import { geometry } from "./families/geometry";
import { logic } from "./families/logic";
import { measure } from "./families/measure";
import { physics } from "./families/physics";
import { trained } from "./families/trained";
import { contextOf, shuffled, type Worked } from "./figure";
import type { NewExemplar } from "../../src/core/ports";

export const licence = "CC0-1.0";
export const packName = "Figtree starter library";
export const description = "Worked problems over small figures, drawn and solved by a script of this project. The contexts were computed from the numbers of the figures; no model has verified them yet.";

/** One exemplar before it has a picture: an SVG to be rendered. */
export interface Starter {
  /** Subject and number, for people. */
  readonly name: string;
  readonly svg: string;
  readonly exemplar: NewExemplar;
  readonly shown: readonly number[];
}

/** Changed to get other numbers throughout. */
const seed = 20_260_701;

function starterOf({ drawing, question, choices: options = [], ordered = false, answer, steps, shown = [] }: Worked, name: string, subject: string, tags: readonly string[], random: () => number): Starter {
  const choices = ordered ? options : shuffled(random, options);
  const context = contextOf({ question, choices, answer, steps });
  return { name, svg: drawing.svg(), shown, exemplar: { question, choices, answer, subject, tags, source: "Figtree", licence, candidates: [{ text: context, passRate: null }], context, passRate: null } };
}

/** All figures of the starter library, the same at every call. Throws with a list where pictures or solutions are faulty. */
export function starters(): Starter[] {
  const families = [...trained, ...charts, ...functions, ...geometry, ...measure, ...physics, ...logic];
  const problems: string[] = [];
  const made = families.flatMap(({ subject, tags, variants, make }) =>
    Array.from({ length: variants }, (_, variant) => {
      const name = `${subject} ${variant + 1}`;
      try {
        const random = (what: string): (() => number) => seededRandom(mixSeeds(seed, hashText(what)));
        return starterOf(make(variant, random(name)), name, subject, tags, random(`order of ${name}`));
      } catch (thrown) {
        problems.push(`${name}: ${(thrown as Error).message}`);
        return undefined;
      }
    }).filter((starter) => starter !== undefined));
  if (problems.length > 0) throw new Error(problems.join("\n"));
  return made;
}
