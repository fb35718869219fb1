export { estimateCost } from "./estimate";
export { presets, settingRanges, settingsOf, type PresetName, type Selection, type SolveSettings } from "./settings";
export { methodNames, solve, type MethodName } from "./solve";
