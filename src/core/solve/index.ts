export { estimateCost } from "./estimate";
<<<<<<< HEAD
export { exemplarCost, exemplarLoad, type ExemplarLoad } from "./estimate-exemplars";
export { presets, settingRanges, settingsOf, type PresetName, type Selection, type SolveSettings } from "./settings";
export type { SolveLibrary } from "./library";
export { methodNames, solve, type MethodName } from "./solve";
=======
export { methodInfo, methodNames, type MethodInfo, type MethodName } from "./registry";
export { presets, settingRanges, settingsOf, type PresetName, type RewardKind, type Selection, type SettingOverrides, type SolveSettings } from "./settings";
export { solve } from "./solve";
>>>>>>> methods
