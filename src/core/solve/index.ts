export { estimateCost } from "./estimate";
export { exemplarCost, exemplarLoad, type ExemplarLoad } from "./estimate-exemplars";
export { presets, settingRanges, settingsOf, type PresetName, type Selection, type SolveSettings } from "./settings";
export type { SolveLibrary } from "./library";
export { methodNames, solve, type MethodName } from "./solve";
