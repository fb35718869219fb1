export { suffixMeans } from "./backup";
export { valueOf, walk, pathTo, type Candidate, type SearchNode } from "./node";
export { hashText, mixSeeds, seededRandom } from "./random";
export { createImmediateSearch, createSearch, type ExpansionRequest, type TreeSearch } from "./search";
export { uct } from "./select";
