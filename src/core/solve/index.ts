export { estimateCost } from "./estimate";
export { estimateWithExemplars, exemplarLoad, type ExemplarLoad } from "./estimate-exemplars";
export type { SolveLibrary } from "./library";
export { methodInfo, methodNames, type MethodInfo, type MethodName } from "./registry";
export { presets, settingRanges, settingsOf, type PresetName, type RewardKind, type Selection, type SettingOverrides, type SolveSettings } from "./settings";
export { answerOf } from "./answerOf";
export { solve } from "./solve";
