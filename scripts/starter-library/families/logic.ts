import { between, Drawing, fills, polar, type Point } from "../drawing";
import { greatestDivisor, integer, last, pick, step, type Family, type Worked } from "../figure";

function probability(variant: number, random: () => number): Worked {
  const drawing = new Drawing(384, 304);
  if (variant === 0) {
    const red = pick(random, [2, 4, 6]);
    const total = 10;
    drawing.path([{ x: 92, y: 50 }, { x: 92, y: 270 }, { x: 292, y: 270 }, { x: 292, y: 50 }], { width: 3 });
    for (let index = 0; index < total; index += 1) {
      const [row, column] = index < 4 ? [0, index] : index < 7 ? [1, index - 4] : [2, index - 7];
      // A fixed step through the places mixes the colours.
      const isRed = (index * 3) % total < red;
      drawing.circle({ x: 120 + column * 48 + (row === 1 ? 24 : 0), y: 243 - row * 46 }, 21, { fill: isRed ? "#d9534a" : "#4f86c6" });
    }
    const divisor = greatestDivisor(red, total);
    const answer = `${red / divisor}/${total / divisor}`;
    return {
      drawing, question: "One ball is drawn from the urn without looking. What is the probability that it is red?", answer,
      steps: [step("How many balls are in the urn?", `There are ${total} balls.`), step("How many of them are red?", `${red} balls.`), last("What is the probability of a red ball?", `${red}/${total} = ${answer}.`)],
    };
  }
  if (variant === 1) {
    const center = { x: 192, y: 156 };
    const labels = ["1", "2", "3", "2", "1", "2"];
    labels.forEach((label, index) => {
      drawing.sector(center, 124, index * 60, index * 60 + 60, { fill: fills[Number(label) - 1]! });
      drawing.text(label, polar(center, 90, index * 60 + 30).x, polar(center, 90, index * 60 + 30).y, { size: 24, bold: true });
    });
    drawing.arrow(center, polar(center, 66, 72), { width: 5, behind: true }, 16).dot(center, 8);
    return {
      drawing, question: "The arrow is spun once. What is the probability that it stops at a 2?", choices: ["1/6", "1/3", "1/2", "2/3"], answer: "1/2",
      steps: [step("How many equal sectors are there?", "There are 6."), step("How many of them have a 2?", "3 sectors."), last("What is the probability of a 2?", "3/6 = 1/2.")],
    };
  }
  const start = { x: 40, y: 152 };
  const first = [{ x: 176, y: 82 }, { x: 176, y: 222 }] as const;
  const second = [{ x: 330, y: 44 }, { x: 330, y: 118 }, { x: 330, y: 186 }, { x: 330, y: 260 }] as const;
  const shares = ["3/5", "2/5"] as const;
  const node = (point: Point, label: string): void => void drawing.circle(point, 17, { fill: label === "R" ? "#f2b8b3" : "#b9d2ee" }).text(label, point.x, point.y, { size: 17, bold: true });
  const branch = (from: Point, to: Point, label: string): void => void drawing.line(from, to, { behind: true }).text(label, between(from, to).x, between(from, to).y, { size: 16, halo: "#ffffff" });
  first.forEach((point, index) => {
    branch(start, point, shares[index]!);
    for (const turn of [0, 1]) branch(point, second[index * 2 + turn]!, shares[turn]!);
  });
  first.forEach((point, index) => node(point, index === 0 ? "R" : "B"));
  second.forEach((point, index) => node(point, index % 2 === 0 ? "R" : "B"));
  drawing.dot(start, 5);
  return {
    drawing, question: "A ball is drawn twice and put back in between. What is the probability of drawing red (R) both times?", answer: "9/25",
    steps: [step("What is the probability of red in the first draw?", "The upper branch says 3/5."), step("What is it in the second draw?", "Again 3/5, as the ball is put back."), last("What is the probability of red both times?", "Along a path they are multiplied: 3/5 × 3/5 = 9/25.")],
  };
}

interface Network {
  readonly points: Readonly<Record<string, Point>>;
  readonly edges: readonly (readonly [string, string, number])[];
}

const network: Network = {
  points: { A: { x: 44, y: 150 }, B: { x: 140, y: 52 }, C: { x: 140, y: 248 }, D: { x: 262, y: 52 }, E: { x: 262, y: 248 }, F: { x: 358, y: 150 } },
  edges: [["A", "B", 4], ["A", "C", 2], ["B", "D", 5], ["C", "E", 8], ["B", "C", 1], ["D", "F", 3], ["E", "F", 2], ["D", "E", 6]],
};

function drawNetwork({ points, edges }: Network, lengths: boolean): Drawing {
  const drawing = new Drawing(400, 300);
  for (const [from, to, length] of edges) {
    drawing.line(points[from]!, points[to]!, { width: 2.2, behind: true });
    if (lengths) drawing.text(String(length), between(points[from]!, points[to]!).x, between(points[from]!, points[to]!).y, { size: 17, halo: "#ffffff" });
  }
  for (const [name, point] of Object.entries(points)) drawing.circle(point, 20, { fill: "#dce9f7", behind: true }).text(name, point.x, point.y, { size: 18, bold: true });
  return drawing;
}

/** Length of the shortest path, by trying every path without a repeated place. */
function shortest({ edges }: Network, from: string, to: string, seen: readonly string[] = []): number {
  if (from === to) return 0;
  const next = edges.flatMap(([a, b, length]) => (a === from ? [[b, length] as const] : b === from ? [[a, length] as const] : [])).filter(([place]) => !seen.includes(place));
  return Math.min(Infinity, ...next.map(([place, length]) => length + shortest({ points: {}, edges }, place, to, [...seen, from])));
}

function graph(variant: number): Worked {
  if (variant === 0) {
    const length = shortest(network, "A", "F");
    return {
      drawing: drawNetwork(network, true), question: "How long is the shortest way from A to F?", answer: String(length),
      steps: [
        step("How far is it from A to B and to C?", "To C it is 2. To B it is 4, or 2 + 1 = 3 by C, so that the shortest way to B is 3."), step("How long is the way by B and D?", "3 + 5 + 3 = 11."), step("How long is the way by C and E?", "2 + 8 + 2 = 12."),
        last("How long is the shortest way?", `The way by B and D is the shorter one, and crossing between D and E makes both longer: ${length}.`),
      ],
    };
  }
  if (variant === 1) {
    return {
      drawing: drawNetwork({ ...network, edges: [["A", "B", 1], ["A", "C", 1], ["B", "C", 1], ["B", "D", 1], ["C", "E", 1], ["B", "E", 1], ["D", "F", 1], ["E", "F", 1]] }, false), question: "Which point is joined to the largest number of other points?", choices: ["A", "B", "E", "F"].map((name) => `point ${name}`), ordered: true, answer: "point B",
      steps: [step("How many neighbours has each point?", "A: 2, B: 4, C: 3, D: 2, E: 3, F: 2."), step("Which of these numbers is the largest?", "It is 4, for B."), last("Which point has the most neighbours?", "It is point B.")],
    };
  }
  const tree: Network = { points: { A: { x: 60, y: 60 }, B: { x: 340, y: 60 }, C: { x: 340, y: 240 }, D: { x: 60, y: 240 } }, edges: [["A", "B", 6], ["B", "C", 4], ["C", "D", 7], ["D", "A", 3]] };
  return {
    drawing: drawNetwork(tree, true), question: "All four villages are to be joined by roads, each reachable from each. The numbers are lengths in km. How many kilometres of road are needed at least?", answer: "13",
    steps: [step("How many roads are needed for four villages?", "4 - 1 = 3."), step("Which road can be left out?", "The roads form a ring, and the longest one can be left out: 7."), last("How many kilometres are needed at least?", "6 + 4 + 3 = 13.")],
  };
}

function pattern(variant: number, random: () => number): Worked {
  if (variant === 0) {
    const drawing = new Drawing(400, 176);
    [1, 2, 3, 4].forEach((size, index) => {
      const x = 22 + [0, 58, 142, 252][index]!;
      for (let row = 0; row < size; row += 1) for (let column = 0; column <= row; column += 1) drawing.dot({ x: x + 10 + column * 28, y: 128 - (size - 1 - row) * 28 }, 9, "#2f6db3");
      drawing.text(String(size), x + 10 + (size - 1) * 14, 158, { size: 16 });
    });
    return {
      drawing, question: "How many dots does the fifth figure have?", answer: "15",
      steps: [step("How many dots do the four figures have?", "1, 3, 6 and 10."), step("How do the numbers grow?", "By 2, by 3, by 4: one more each time."), last("How many dots does the fifth figure have?", "10 + 5 = 15.")],
    };
  }
  if (variant === 1) {
    const [start, grow] = [integer(random, 2, 5), integer(random, 3, 7)];
    const numbers = Array.from({ length: 5 }, (_, index) => start + index * grow);
    const drawing = new Drawing(400, 112);
    numbers.forEach((value, index) => drawing.rect(18 + index * 75, 24, 64, 64, { fill: index === 3 ? "#ffffff" : "#e9e2f5" }, 8).text(index === 3 ? "?" : String(value), 50 + index * 75, 56, { size: 22 }));
    return {
      drawing, question: "The numbers follow a rule. Which number belongs in place of the question mark?", answer: String(numbers[3]!),
      steps: [step("How does the sequence grow at the start?", `${numbers[1]!} - ${numbers[0]!} = ${grow} and ${numbers[2]!} - ${numbers[1]!} = ${grow}.`), step("What is the rule?", `Each number is ${grow} larger than the one before.`), last("Which number is missing?", `${numbers[2]!} + ${grow} = ${numbers[3]!}.`)],
    };
  }
  const drawing = new Drawing(400, 140);
  const names = ["circle", "square", "triangle"];
  for (let index = 0; index < 7; index += 1) {
    const center = { x: 34 + index * 55, y: 70 };
    if (index % 3 === 0 && index < 6) drawing.circle(center, 21, { fill: fills[0] });
    else if (index % 3 === 1) drawing.rect(center.x - 20, 50, 40, 40, { fill: fills[1] });
    else if (index % 3 === 2) drawing.polygon([{ x: center.x, y: 48 }, { x: center.x + 23, y: 90 }, { x: center.x - 23, y: 90 }], { fill: fills[2] });
    else drawing.text("?", center.x, center.y, { size: 30 });
  }
  return {
    drawing, question: "Which shape comes next?", choices: [...names, "star"], answer: "circle",
    steps: [step("Which shapes are there in order?", "Circle, square, triangle, circle, square, triangle."), step("After how many shapes does the order repeat?", "After 3."), last("Which shape comes next?", "After a triangle the order begins again with a circle.")],
  };
}

export const logic: readonly Family[] = [
  { subject: "probability", tags: ["probability"], variants: 3, make: probability },
  { subject: "network", tags: ["logic", "graph"], variants: 3, make: graph },
  { subject: "pattern", tags: ["logic", "sequence"], variants: 3, make: pattern },
];
