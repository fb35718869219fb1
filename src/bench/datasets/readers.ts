import { charxiv } from "./charxiv";
import { manifest } from "./manifest";
import { mathvision } from "./mathvision";
import { mathvista } from "./mathvista";
import { mmmu } from "./mmmu";
import type { DatasetReader } from "./problem";
import { puzzlevqa } from "./puzzlevqa";
import { scienceqa } from "./scienceqa";
import { vizwiz } from "./vizwiz";

/** Every reader by its name. */
export const datasetReaders: Readonly<Record<string, DatasetReader>> = Object.fromEntries([mathvista, mathvision, charxiv, scienceqa, mmmu, vizwiz, puzzlevqa, manifest].map((reader) => [reader.name, reader]));
