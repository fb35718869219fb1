export { buildMessages, type ExemplarTurns } from "./messages";
export { decisionText, expertText, maxExpertTasks, parseDecision, parseExpertReply, standingTasks, type ExpertTask } from "./cantor";
export { dropExemplar, dropOldestStep } from "./shorten";
export { finalAnswerOf, parseStepReply } from "./reply";
export { questionInFigure } from "./system";
export { correctnessText, directText, isFinalSubQuestion, stepText, usefulnessText, type TranscriptStep } from "./transcript";
