export { buildContextMessages } from "./contexts";
export { buildMessages, type ExemplarTurns } from "./messages";
export { decisionText, expertText, maxExpertTasks, parseDecision, parseExpertReply, standingTasks, type ExpertTask } from "./cantor";
export { dropExemplar, dropOldestStep } from "./shorten";
export { finalAnswerOf, parseStepReply } from "./reply";
export { answerSentence, contextText, parseSolution, withoutStatement } from "./solution";
export { questionInFigure } from "./system";
export { correctnessText, directText, finalPhrase, isFinalSubQuestion, questionLines, stepLines, stepText, usefulnessText, type TranscriptStep } from "./transcript";
