import { Drawing, fills, polar, type Point } from "../drawing";
import { greatestDivisor, integer, last, pick, step, type Family, type Worked } from "../figure";

const two = (value: number): string => String(value).padStart(2, "0");
const time = (minutes: number): string => `${Math.floor(minutes / 60)}:${two(minutes % 60)}`;

function numberLine(variant: number, random: () => number): Worked {
  const drawing = new Drawing(400, 144);
  const [from, stride, count] = [[0, 5, 10], [-5, 1, 10], [2, 0.1, 10]][variant] as [number, number, number];
  const x = (index: number): number => 32 + index * 33;
  drawing.arrow({ x: 14, y: 90 }, { x: 392, y: 90 }, { width: 2.5 });
  for (let index = 0; index <= count; index += 1) {
    const named = variant === 1 ? index % 5 === 0 : variant === 0 ? index % 2 === 0 && index % 4 === 0 : index % 10 === 0;
    drawing.line({ x: x(index), y: named ? 78 : 83 }, { x: x(index), y: named ? 102 : 97 }, { width: named ? 2.4 : 1.5 });
    if (named) drawing.text(String(Number((from + index * stride).toFixed(2))).replace("-", "−"), x(index), 120, { size: 18 });
  }
  const mark = (index: number, name: string): void => void drawing.arrow({ x: x(index), y: 46 }, { x: x(index), y: 76 }, { color: "#b3392f", width: 2.5 }).text(name, x(index), 30, { size: 18, bold: true, color: "#b3392f" });
  if (variant === 0) {
    const index = pick(random, [3, 5, 7]);
    mark(index, "A");
    return {
      drawing, question: "Which number does the arrow A point to?", answer: String(index * 5),
      steps: [step("How much is one step of the number line?", "There are four steps from 0 to 20: 20 / 4 = 5."), step("How many steps from 0 is the arrow?", `It is ${index} steps to the right.`), last("Which number does the arrow point to?", `${index} × 5 = ${index * 5}.`)],
    };
  }
  if (variant === 1) {
    const [left, right] = [pick(random, [1, 2]), pick(random, [7, 8])];
    mark(left, "A");
    mark(right, "B");
    const [a, b] = [left - 5, right - 5];
    return {
      drawing, question: "How far apart are A and B on the number line?", answer: String(b - a),
      steps: [step("Where is A?", `It is ${-a} steps to the left of 0, at ${a}.`), step("Where is B?", `It is ${b} steps to the right of 0, at ${b}.`), last("How far apart are A and B?", `${b} - (${a}) = ${b - a}.`)],
    };
  }
  const index = pick(random, [3, 6, 7]);
  mark(index, "P");
  return {
    drawing, question: "Which decimal number does P mark?", choices: [`2.0${index}`, `2.${index}`, `2.${10 - index === index ? 9 : 10 - index}`, `${index}.2`], answer: `2.${index}`,
    steps: [step("How much is one step between 2 and 3?", "There are ten steps: 1 / 10 = 0.1."), step("How many steps from 2 is P?", `It is ${index} steps to the right.`), last("Which number does P mark?", `2 + 0.${index} = 2.${index}.`)],
  };
}

function fractions(variant: number, random: () => number): Worked {
  const drawing = new Drawing(320, 272);
  if (variant === 0) {
    const filled = pick(random, [4, 6, 8]);
    for (let index = 0; index < 12; index += 1) drawing.rect(40 + (index % 4) * 60, 46 + Math.floor(index / 4) * 60, 60, 60, { fill: index < filled ? fills[0] : "#ffffff" });
    const divisor = greatestDivisor(filled, 12);
    const answer = `${filled / divisor}/${12 / divisor}`;
    return {
      drawing, question: "What fraction of the figure is shaded? Give it in lowest terms.", answer,
      steps: [step("How many equal parts are there?", "3 × 4 = 12."), step("How many of them are shaded?", `${filled} parts.`), last("What fraction is shaded?", `${filled}/12 = ${answer}, dividing both by ${divisor}.`)],
    };
  }
  if (variant === 1) {
    const center = { x: 160, y: 136 };
    for (let index = 0; index < 8; index += 1) drawing.sector(center, 112, index * 45, (index + 1) * 45, { fill: index < 3 ? fills[1] : "#ffffff" });
    return {
      drawing, question: "What fraction of the circle is not shaded?", choices: ["3/8", "5/8", "3/5", "1/2"], answer: "5/8",
      steps: [step("How many equal parts are there?", "The circle has 8 parts."), step("How many of them are shaded?", "3 parts."), last("What fraction is not shaded?", "8 - 3 = 5 parts of 8 are not shaded, which is 5/8.")],
    };
  }
  const bar = (y: number, parts: number, filled: number, color: string): void => {
    for (let index = 0; index < parts; index += 1) drawing.rect(40 + (index * 240) / parts, y, 240 / parts, 64, { fill: index < filled ? color : "#ffffff" });
  };
  bar(44, 2, 1, fills[2]);
  bar(160, 3, 1, fills[3]);
  return {
    drawing, question: "What is the sum of the two shaded fractions?", answer: "5/6",
    steps: [step("Which fraction is shaded above?", "1 of 2 parts: 1/2."), step("Which fraction is shaded below?", "1 of 3 parts: 1/3."), step("What are they in sixths?", "1/2 = 3/6 and 1/3 = 2/6."), last("What is the sum?", "3/6 + 2/6 = 5/6.")],
  };
}

function face(minutes: number): Drawing {
  const drawing = new Drawing(320, 320);
  const center = { x: 160, y: 160 };
  drawing.circle(center, 146, { width: 4, fill: "#fbfaf5" });
  for (let mark = 0; mark < 60; mark += 1) drawing.line(polar(center, mark % 5 === 0 ? 132 : 138, mark * 6), polar(center, 143, mark * 6), { width: mark % 5 === 0 ? 3 : 1.2 });
  for (let hour = 1; hour <= 12; hour += 1) drawing.text(String(hour), polar(center, 113, 90 - hour * 30).x, polar(center, 113, 90 - hour * 30).y, { size: 24 });
  drawing.line(center, polar(center, 60, 90 - minutes / 2), { width: 8, behind: true }).line(center, polar(center, 94, 90 - (minutes % 60) * 6), { width: 4.5, behind: true }).dot(center, 7);
  return drawing;
}

function clock(variant: number): Worked {
  if (variant === 0) {
    return {
      drawing: face(3 * 60 + 40), question: "What time does the clock show?", choices: ["8:18", "4:40", "3:40", "3:08"], answer: "3:40",
      steps: [step("Where is the short hand?", "It is between 3 and 4, so that the hour is 3."), step("Where is the long hand?", "It points at 8: 8 × 5 = 40 minutes."), last("What time is it?", "It is 3:40.")],
    };
  }
  if (variant === 1) {
    return {
      drawing: face(10 * 60 + 10), question: "School ends at 12:00. How many minutes are left?", answer: "110",
      steps: [step("What time does the clock show?", "The short hand is just past 10 and the long hand at 2: it is 10:10."), step("How many minutes are left until 11:00?", "60 - 10 = 50."), last("How many minutes are left until 12:00?", "50 + 60 = 110.")],
    };
  }
  const [start, takes] = [7 * 60 + 25, 135];
  return {
    drawing: face(start), question: "The train leaves at the time that the clock shows and takes 2 hours and 15 minutes. When does it arrive?", answer: time(start + takes),
    steps: [step("What time does the clock show?", `The short hand is between 7 and 8 and the long hand at 5: it is ${time(start)}.`), step("What time is it two hours later?", `${time(start + 120)}.`), last("When does the train arrive?", `25 + 15 = 40, so 15 minutes later it is ${time(start + takes)}.`)],
  };
}

function instruments(variant: number): Worked {
  if (variant === 0) {
    const drawing = new Drawing(320, 336);
    const y = (degrees: number): number => 250 - degrees * 5;
    [["morning", 8], ["noon", 22]].forEach(([name, degrees], index) => {
      const x = 90 + index * 150;
      drawing.rect(x - 12, 30, 24, 232, { fill: "#ffffff" }, 12).circle({ x, y: 270 }, 20, { fill: "#cf4a3f", color: "#cf4a3f" }).rect(x - 6, y(Number(degrees)), 12, 270 - y(Number(degrees)), { fill: "#cf4a3f", color: "#cf4a3f", width: 1 });
      for (let mark = 0; mark <= 40; mark += 2) drawing.line({ x: x + 14, y: y(mark) }, { x: x + (mark % 10 === 0 ? 26 : 20), y: y(mark) }, { width: mark % 10 === 0 ? 2 : 1.2 });
      for (let mark = 0; mark <= 40; mark += 10) drawing.text(String(mark), x + 32, y(mark), { size: 14, anchor: "start" });
      drawing.text(String(name), x, 310, { size: 17 });
    });
    drawing.text("°C", 40, 40, { size: 16 });
    return {
      drawing, question: "By how many degrees did the temperature rise from morning to noon?", answer: "14",
      steps: [step("How much is one small step of the scale?", "There are five steps from 0 to 10: 10 / 5 = 2."), step("What does the thermometer show in the morning?", "It is four steps above 0: 4 × 2 = 8."), step("What does it show at noon?", "It is one step above 20: 20 + 2 = 22."), last("By how much did the temperature rise?", "22 - 8 = 14.")],
    };
  }
  if (variant === 1) {
    const drawing = new Drawing(400, 176);
    const x = (centimetres: number): number => 28 + centimetres * 34;
    drawing.rect(14, 84, 372, 70, { fill: "#fdf3d4" });
    for (let mark = 0; mark <= 100; mark += 5) drawing.line({ x: x(mark / 10), y: 84 }, { x: x(mark / 10), y: mark % 10 === 0 ? 106 : 97 }, { width: mark % 10 === 0 ? 2 : 1.2 });
    for (let mark = 0; mark <= 10; mark += 1) drawing.text(String(mark), x(mark), 122, { size: 16 });
    drawing.text("cm", 366, 141, { size: 13 });
    drawing.polygon([{ x: x(2), y: 34 }, { x: x(7.6), y: 34 }, { x: x(8.5), y: 50 }, { x: x(7.6), y: 66 }, { x: x(2), y: 66 }], { fill: fills[5] });
    for (const end of [2, 8.5]) drawing.line({ x: x(end), y: 50 }, { x: x(end), y: 84 }, { dash: "3 4", width: 1.2 });
    return {
      drawing, question: "How long is the pencil?", choices: ["6 cm", "6.5 cm", "8.5 cm", "10.5 cm"], answer: "6.5 cm",
      steps: [step("Where does the pencil begin?", "At 2 cm, not at 0."), step("Where does its tip end?", "Halfway between 8 and 9, at 8.5 cm."), last("How long is the pencil?", "8.5 - 2 = 6.5, so it is 6.5 cm long.")],
    };
  }
  const drawing = new Drawing(360, 320);
  const y = (millilitres: number): number => 280 - millilitres * 2.2;
  [["before", 60], ["after", 85]].forEach(([name, level], index) => {
    const x = 60 + index * 170;
    drawing.rect(x, y(Number(level)), 80, 280 - y(Number(level)), { fill: "#a9d3ee", width: 1 }).path([{ x, y: 44 }, { x, y: 280 }, { x: x + 80, y: 280 }, { x: x + 80, y: 44 }], { width: 3 });
    for (let mark = 5; mark <= 100; mark += 5) drawing.line({ x: x + 80, y: y(mark) }, { x: x + (mark % 20 === 0 ? 64 : 72), y: y(mark) }, { width: mark % 20 === 0 ? 2 : 1.2 });
    for (let mark = 20; mark <= 100; mark += 20) drawing.text(String(mark), x + 88, y(mark), { size: 14, anchor: "start" });
    drawing.text(String(name), x + 40, 300, { size: 17 });
    if (index === 1) drawing.polygon([{ x: x + 14, y: 277 }, { x: x + 10, y: 254 }, { x: x + 28, y: 240 }, { x: x + 50, y: 247 }, { x: x + 54, y: 277 }], { fill: "#9aa3ad" });
  });
  drawing.text("ml", 158, 36, { size: 15 }).text("ml", 328, 36, { size: 15 });
  return {
    drawing, question: "A stone is put into the water. What is its volume?", answer: "25 ml",
    steps: [step("How high is the water before?", "It stands at 60 ml."), step("How high is it after?", "It stands one small step above 80: 80 + 5 = 85 ml."), last("What is the volume of the stone?", "85 - 60 = 25, so it is 25 ml.")],
  };
}

interface Pan {
  readonly boxes: number;
  readonly weights: readonly number[];
}

/** A balance in equilibrium. Boxes have an x on them, weights their number. */
function scales(left: Pan, right: Pan): Drawing {
  const drawing = new Drawing(400, 272);
  drawing.polygon([{ x: 200, y: 92 }, { x: 226, y: 256 }, { x: 174, y: 256 }], { fill: "#cfd6de" }).line({ x: 100, y: 92 }, { x: 300, y: 92 }, { width: 5 }).dot({ x: 200, y: 92 }, 6);
  ([[left, 100], [right, 300]] as const).forEach(([pan, middle]) => {
    const bottom: Point = { x: middle, y: 190 };
    drawing.line({ x: middle, y: 92 }, { x: middle - 78, y: 190 }, { width: 1.5, behind: true }).line({ x: middle, y: 92 }, { x: middle + 78, y: 190 }, { width: 1.5, behind: true });
    drawing.path([{ x: middle - 84, y: 190 }, { x: middle + 84, y: 190 }], { width: 5 });
    const items = [...Array.from({ length: pan.boxes }, () => "x"), ...pan.weights.map(String)];
    items.forEach((item, index) => {
      const x = bottom.x + (index - (items.length - 1) / 2) * 38;
      if (item === "x") drawing.rect(x - 17, 153, 34, 34, { fill: fills[0] }).text("x", x, 170, { size: 18, italic: true });
      else drawing.circle({ x, y: 169 }, 18, { fill: fills[5] }).text(item, x, 169, { size: 16 });
    });
  });
  return drawing;
}

function balance(variant: number, random: () => number): Worked {
  const x = integer(random, 3, 8);
  if (variant === 0) {
    return {
      drawing: scales({ boxes: 3, weights: [] }, { boxes: 0, weights: [3 * x] }), question: "The scales are balanced. How heavy is one box x?", answer: String(x),
      steps: [step("What is on the left?", "Three boxes x."), step("What is on the right?", `A weight of ${3 * x}.`), last("How heavy is one box?", `${3 * x} / 3 = ${x}.`)],
    };
  }
  if (variant === 1) {
    const total = 2 * x + 5;
    return {
      drawing: scales({ boxes: 2, weights: [5] }, { boxes: 0, weights: [total] }), question: "The scales are balanced. What is the value of x?", answer: String(x),
      steps: [step("Which equation do the scales show?", `2x + 5 = ${total}.`), step("How heavy are the two boxes together?", `${total} - 5 = ${2 * x}.`), last("What is the value of x?", `${2 * x} / 2 = ${x}.`)],
    };
  }
  const right = 2 * x + 1;
  return {
    drawing: scales({ boxes: 3, weights: [1] }, { boxes: 1, weights: [right] }), question: "The scales are balanced. Which value does x have?", choices: [String(x - 1), String(x), String(x + 1), String(2 * x)], answer: String(x),
    steps: [step("Which equation do the scales show?", `3x + 1 = x + ${right}.`), step("What is left if one box is taken from both sides?", `2x + 1 = ${right}.`), step("How heavy are two boxes?", `${right} - 1 = ${2 * x}.`), last("What is the value of x?", `${2 * x} / 2 = ${x}.`)],
  };
}

export const measure: readonly Family[] = [
  { subject: "number line", tags: ["arithmetic"], variants: 3, make: numberLine },
  { subject: "fractions", tags: ["arithmetic"], variants: 3, make: fractions },
  { subject: "clock", tags: ["measuring", "time"], variants: 3, make: clock },
  { subject: "instruments", tags: ["measuring"], variants: 3, make: instruments },
  { subject: "balance", tags: ["algebra"], variants: 3, make: balance },
];
