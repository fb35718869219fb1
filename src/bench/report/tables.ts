import type { PaperTable } from "./model";

const columnsOf = (category: string, values: readonly (string | readonly [string, string])[]): PaperTable["columns"] => values.map((each) => (typeof each === "string" ? { category, value: each, label: each } : { category, value: each[0], label: each[1] }));

/** Columns of VReST's tables 1 to 3 in their order. */
const paperTables: Readonly<Record<string, PaperTable>> = {
  mathvista: { title: "As table 1 of VReST (MathVista testmini)", columns: [...columnsOf("task", ["FQA", "GPS", "MWP", "TQA", "VQA"]), ...columnsOf("skills", ["ALG", "ARI", "GEO", "LOG", "NUM", "SCI", "STA"])] },
  mathvision: { title: "As table 2 of VReST (MATH-Vision testmini)", columns: columnsOf("subject", ["ALG", "AnaG", "Ari", "CombG", "Comb", "Cnt", "DescG", "GrphT", "Log", "Angle", "Area", "Len", "SolG", "Stat", "Topo", "TransG"]) },
  charxiv: {
    title: "As table 3 of VReST (CharXiv validation)",
    columns: [
      ...columnsOf("kind", [["Text in Chart", "Text in Chart"], ["Text in General", "Text in General"], ["Number in Chart", "Num in Chart"], ["Number in General", "Num in General"]]),
      ...columnsOf("subject", [["cs", "CS"], ["econ", "EC"], ["eess", "EESS"], ["math", "MATH"], ["physics", "PHY"], ["q-bio", "QB"], ["q-fin", "QF"], ["stat", "STA"]]),
    ],
  },
};

/** The papers' layout where the run's problems have those categories. */
export function paperTableOf(dataset: string, values: (category: string) => ReadonlySet<string>): PaperTable | null {
  const table = paperTables[dataset];
  if (table === undefined) return null;
  const columns = table.columns.filter(({ category, value }) => values(category).has(value));
  return columns.length === 0 ? null : { ...table, columns };
}
