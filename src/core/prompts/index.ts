export { buildMessages, type ExemplarTurns } from "./messages";
export { dropExemplar, dropOldestStep } from "./shorten";
export { finalAnswerOf, parseStepReply } from "./reply";
export { questionInFigure } from "./system";
export { correctnessText, directText, finalPhrase, isFinalSubQuestion, stepsText, stepText, usefulnessText, type TranscriptStep } from "./transcript";
