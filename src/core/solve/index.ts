export { estimateCost } from "./estimate";
export { estimateWithExemplars, exemplarLoad } from "./estimate-exemplars";
export type { SolveLibrary } from "./library";
export { methodInfo, methodNames, type MethodName } from "./registry";
export { presets, settingRanges, settingsOf, type PresetName, type Selection, type SettingOverrides, type SolveSettings } from "./settings";
export { answerOf } from "./answerOf";
export { solve } from "./solve";
export { formatExemplars, formatSpec, methodTitles, parseSpec, scaledSetting, selections, splitSpecs, type MethodSpec, type ScaleBy } from "./spec";
export { writeSettings } from "./spec-settings";
