/** The five families that the bundled sample model reads, in its wording: media/sample-model-training/figures.py. */
import { Drawing, fills, ink, widthOf } from "../drawing";
import { integer, last, pick, shuffled, step, sum, type Family, type Worked } from "../figure";

const letters = "ABCDE";
const soft = ["#ffffff", "#ebf3ff", "#fff6e0", "#e8faea"] as const;
/** The side of the model's own picture is 112; four pixels each. */
const card = (): Drawing => new Drawing(112, 112, 4);

function gridLines(random: () => number): number[][] {
  for (;;) {
    const total = integer(random, 9, 21);
    const lines = Array.from({ length: 3 }, () => {
      const [a, b] = [integer(random, 1, 9), integer(random, 1, 9)];
      return [a, b, total - a - b];
    });
    if (lines.every(([, , c]) => c! >= 1 && c! <= 9)) return lines;
  }
}

function grid(variant: number, random: () => number): Worked {
  const by = variant % 2 === 0 ? "row" : "column";
  const names = by === "row" ? ["top", "middle", "bottom"] : ["left", "middle", "right"];
  const lines = gridLines(random);
  const [line, place] = [integer(random, 0, 2), integer(random, 0, 2)];
  const other = (line + integer(random, 1, 2)) % 3;
  const drawing = card();
  drawing.rect(11, 11, 90, 90, { width: 1.2, fill: pick(random, soft) });
  for (const at of [41, 71]) drawing.line({ x: at, y: 11 }, { x: at, y: 101 }, { width: 1.2 }).line({ x: 11, y: at }, { x: 101, y: at }, { width: 1.2 });
  lines.forEach((numbers, index) => numbers.forEach((value, position) => {
    const [column, row] = by === "row" ? [position, index] : [index, position];
    drawing.text(index === line && position === place ? "?" : String(value), 26 + 30 * column, 26 + 30 * row, { size: 17 });
  }));
  const known = lines[line]!.filter((_, position) => position !== place);
  const [total, part] = [sum(lines[other]!), sum(known)];
  const missing = lines[line]![place]!;
  const question = [`Every ${by} has the same sum. Which number is missing?`, `All ${by}s have equal sums. What number replaces the question mark?`, `Find the missing number so that every ${by} has the same sum.`][Math.floor(variant / 2) % 3]!;
  return {
    drawing, question, answer: String(missing), shown: lines.flat(),
    steps: [
      step(`What is the sum of the ${names[other]!} ${by}?`, `${lines[other]!.join(" + ")} = ${total}.`),
      step(`What is the sum of the known numbers in the ${by} with the question mark?`, `${known.join(" + ")} = ${part}.`),
      last("Which number is missing?", `${total} - ${part} = ${missing}.`),
    ],
  };
}

function equation(variant: number, random: () => number): Worked {
  const count = variant % 3 === 2 ? 2 : 3;
  const numbers = Array.from({ length: count }, () => integer(random, 2, count === 2 ? 20 : 12));
  const hidden = integer(random, 0, count - 1);
  const [total, missing] = [sum(numbers), numbers[hidden]!];
  const known = numbers.filter((_, index) => index !== hidden);
  const part = sum(known);
  const drawing = card();
  drawing.rect(3, 38, 106, 36, { width: 1.2, fill: pick(random, soft) }, 5);
  const text = `${numbers.map((value, index) => (index === hidden ? "?" : String(value))).join(" + ")} = ${total}`;
  drawing.text(text, 56, 56, { size: Math.min(17, 96 / widthOf(text)) });
  const question = ["Which number makes the equation true?", "What number replaces the question mark?", "Find the missing number in the equation.", "What is the value of the question mark?"][variant % 4]!;
  return {
    drawing, question, answer: String(missing), shown: [...numbers, hidden],
    steps: [
      count === 3 ? step("What is the sum of the known numbers on the left?", `${known.join(" + ")} = ${part}.`) : step("Which number is known on the left?", `The known number is ${part}.`),
      step("What is the total on the right?", `The total is ${total}.`),
      last("Which number is missing?", `${total} - ${part} = ${missing}.`),
    ],
  };
}

function bars(variant: number, random: () => number): Worked {
  const count = 3 + (variant % 3);
  const values = shuffled(random, Array.from({ length: 20 }, (_, index) => index + 1)).slice(0, count);
  const drawing = card();
  const pitch = 100 / count;
  const most = Math.max(...values);
  const fill = pick(random, fills);
  drawing.line({ x: 4, y: 94 }, { x: 108, y: 94 }, { width: 1.2 });
  values.forEach((value, index) => {
    const [x, height] = [6 + (index + 0.5) * pitch, (74 * value) / most];
    drawing.rect(x - pitch * 0.3, 94 - height, pitch * 0.6, height, { width: 0.8, fill });
    drawing.text(String(value), x, 94 - height - 7.5, { size: 13 }).text(letters[index]!, x, 103, { size: 13 });
  });
  if (variant >= 4) {
    const largest = variant === 4;
    const [word, other] = largest ? ["largest", "highest"] : ["smallest", "lowest"];
    const answer = largest ? most : Math.min(...values);
    return {
      drawing, answer: String(answer), shown: values, question: largest ? `What is the ${word} value in the bar chart?` : `What is the value of the ${other} bar?`,
      steps: [step("What are the values of the bars?", `${values.map((value, index) => `${letters[index]!} is ${value}`).join(", ")}.`), last(`Which value is the ${word}?`, `The ${word} value is ${answer}.`)],
    };
  }
  const together = variant % 2 === 0;
  const chosen = shuffled(random, values.map((_, index) => index)).slice(0, 2);
  if (!together && values[chosen[0]!]! < values[chosen[1]!]!) chosen.reverse();
  const [x, y] = chosen.map((index) => letters[index]!) as [string, string];
  const [a, b] = chosen.map((index) => values[index]!) as [number, number];
  const question = [`What is the sum of bar ${x} and bar ${y}?`, `How much larger is ${x} than ${y}?`, `What is the total of ${x} and ${y}?`, `By how much is bar ${x} taller than bar ${y}?`][variant]!;
  const answer = together ? a + b : a - b;
  return {
    drawing, question, answer: String(answer), shown: values,
    steps: [
      step(`What is the value of bar ${x}?`, `Bar ${x} is ${a}.`), step(`What is the value of bar ${y}?`, `Bar ${y} is ${b}.`),
      last(together ? `What is the sum of ${x} and ${y}?` : `What is the difference between ${x} and ${y}?`, `${a} ${together ? "+" : "-"} ${b} = ${answer}.`),
    ],
  };
}

function triangle(variant: number, random: () => number): Worked {
  // Pairs that the sample model's own samples and benchmark figures do not have.
  const [a, b] = anglePairs[variant]!;
  const hidden = integer(random, 0, 2);
  const labels = [`${a}°`, `${b}°`];
  labels.splice(hidden, 0, "?");
  const drawing = card();
  const corners = [{ x: integer(random, 36, 76), y: 10 }, { x: 9, y: 100 }, { x: 103, y: 100 }];
  const middle = { x: sum(corners.map(({ x }) => x)) / 3, y: sum(corners.map(({ y }) => y)) / 3 };
  drawing.polygon(corners, { width: 1.3, fill: pick(random, soft) });
  labels.forEach((label, index) => {
    const corner = corners[index]!;
    drawing.text(label, corner.x + (middle.x - corner.x) * (index === 0 ? 0.55 : label.length > 3 ? 0.55 : 0.46), corner.y + (middle.y - corner.y) * (index === 0 ? 0.55 : label.length > 3 ? 0.26 : 0.3), { size: 13 });
  });
  const question = ["What is the size of the third angle of the triangle?", "Find the unknown angle.", "How many degrees is the angle with the question mark?", "What is the missing angle in the triangle?"][variant % 4]!;
  return {
    drawing, question, answer: String(180 - a - b), shown: [a, b],
    steps: [step("Which angles are labelled?", `${a} and ${b}.`), step("What is the sum of the labelled angles?", `${a} + ${b} = ${a + b}.`), last("What is the third angle?", `180 - ${a + b} = ${180 - a - b}.`)],
  };
}

const anglePairs = [[40, 65], [35, 105], [55, 75], [70, 35], [90, 50], [60, 85]] as const;

function rectangle(variant: number, random: () => number): Worked {
  const [width, height] = sides[variant]!;
  const area = variant % 2 === 0;
  const most = Math.max(width, height);
  const [w, h] = [22 + (36 * width) / most, 22 + (36 * height) / most];
  const drawing = card();
  drawing.rect(56 - w / 2, 56 - h / 2, w, h, { width: 1.3, fill: pick(random, soft), color: ink });
  drawing.text(String(width), 56, 56 + (variant % 3 === 0 ? -1 : 1) * (h / 2 + 10.5), { size: 15 });
  drawing.text(String(height), 56 + (variant % 3 === 1 ? -1 : 1) * (w / 2 + (height > 9 ? 13.5 : 9)), 56, { size: 15 });
  const kind = area ? "area" : "perimeter";
  const question = [`What is the ${kind} of the rectangle?`, `Find the ${kind} of the rectangle.`, `How large is the ${kind} of the rectangle?`][variant % 3]!;
  const answer = area ? width * height : 2 * (width + height);
  return {
    drawing, question, answer: String(answer), shown: [width, height],
    steps: [
      step("What is the width of the rectangle?", `The width is ${width}.`), step("What is the height of the rectangle?", `The height is ${height}.`),
      ...(area ? [] : [step("What is the sum of the width and the height?", `${width} + ${height} = ${width + height}.`)]),
      last(`What is the ${kind}?`, area ? `${width} x ${height} = ${answer}.` : `2 x ${width + height} = ${answer}.`),
    ],
  };
}

// As with the angles.
const sides = [[6, 4], [10, 5], [3, 11], [7, 9], [12, 8], [5, 12]] as const;

export const trained: readonly Family[] = [
  { subject: "number grid", tags: ["arithmetic", "sample model"], variants: 6, make: grid },
  { subject: "equation", tags: ["arithmetic", "sample model"], variants: 6, make: equation },
  { subject: "bar chart", tags: ["data", "sample model"], variants: 6, make: bars },
  { subject: "triangle", tags: ["geometry", "angles", "sample model"], variants: 6, make: triangle },
  { subject: "rectangle", tags: ["geometry", "area", "sample model"], variants: 6, make: rectangle },
];
