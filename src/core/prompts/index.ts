export { buildMessages, type ExemplarTurns } from "./messages";
export { finalAnswerOf, parseStepReply } from "./reply";
export { questionInFigure } from "./system";
export { correctnessText, directText, isFinalSubQuestion, stepText, usefulnessText, type TranscriptStep } from "./transcript";
