export { estimateCost } from "./estimate";
export { estimateWithExemplars, exemplarLoad } from "./estimate-exemplars";
export type { SolveLibrary } from "./library";
export { methodInfo, methodNames, type MethodName } from "./registry";
export { presets, settingRanges, settingsOf, type PresetName, type Selection, type SettingOverrides, type SolveSettings } from "./settings";
export { answerOf } from "./answerOf";
export { solve } from "./solve";
