export { buildContextMessages } from "./contexts";
export { buildMessages, type ExemplarTurns } from "./messages";
export { dropExemplar, dropOldestStep } from "./shorten";
export { finalAnswerOf, parseStepReply } from "./reply";
export { answerSentence, contextText, parseSolution, withoutStatement } from "./solution";
export { questionInFigure } from "./system";
export { correctnessText, directText, finalPhrase, isFinalSubQuestion, questionLines, stepsText, stepText, usefulnessText, type TranscriptStep } from "./transcript";
