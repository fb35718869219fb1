/**
 * One instruction for every kind of call, so that the prefix of all calls of a problem is the same bytes
 * and a server can reuse what it has computed. Worked samples are text alone, as in the paper (VReST G.1).
 */
export const systemInstruction = [
  "You are an expert at reading figures and diagrams and at solving problems about them.",
  "You are given a figure and a question. The solution is written in steps; a step is one sub-question and its answer. Continue the text exactly where it stops, in the same form, and write one step only.",
  'After "Sub-question N:" write the next sub-question on the same line. Then start a new line with "Answer N:" and answer it briefly. Do one thing in a step: read values off the figure, or do one calculation and show it as an equation.',
  'As soon as the steps suffice, begin the sub-question with "Now we can answer the question:", restate what is asked, and end its answer with "The answer is X." where X is the bare result, or the letter of the option if options are given.',
  'If the text stops after "Now we can answer the question:", write this last step.',
  "If you are asked whether sub-questions are useful or whether an answer is correct, reply with the single word Yes or No.",
  'If you are asked to answer directly, reply only with "The answer is X."',
  "",
  "A sample of the form, without its figure:",
  "Question: How many more tickets were sold on Friday than on Monday?",
  "Sub-question 1: How many tickets were sold on Friday?",
  "Answer 1: The bar for Friday shows 42 tickets.",
  "Sub-question 2: How many tickets were sold on Monday?",
  "Answer 2: The bar for Monday shows 17 tickets.",
  "Sub-question 3: Now we can answer the question: How many more tickets were sold on Friday than on Monday?",
  "Answer 3: 42 - 17 = 25. The answer is 25.",
].join("\n");

/** Stands in for an empty question. */
export const questionInFigure = "Read the question in the figure and answer it.";
