import { Drawing, fills, type Point } from "../drawing";
import { integer, last, pick, step, type Family, type Worked } from "../figure";

/** The symbol of a cell in a wire that runs upwards on the left. */
function cell(drawing: Drawing, { x, y }: Point, label: string): void {
  drawing.line({ x: x - 20, y: y - 6 }, { x: x + 20, y: y - 6 }, { width: 2.5 }).line({ x: x - 10, y: y + 6 }, { x: x + 10, y: y + 6 }, { width: 5 });
  drawing.text("+", x + 22, y - 20, { size: 15 }).text(label, x - 26, y, { size: 18, anchor: "end" });
}

function circuit(variant: number, random: () => number): Worked {
  const drawing = new Drawing(400, 272);
  const resistor = (x: number, y: number, label: string): void => void drawing.rect(x - 38, y - 14, 76, 28, { fill: "#fdf3d4" }).text(label, x, y - 30, { size: 17 });
  const [left, right, top, bottom] = [90, 370, 80, 220];
  const wires = (): void => void drawing.path([{ x: left, y: 144 }, { x: left, y: top }, { x: right, y: top }, { x: right, y: bottom }, { x: left, y: bottom }, { x: left, y: 156 }]);
  if (variant === 0) {
    const [a, b] = [integer(random, 2, 6) * 10, integer(random, 3, 9) * 10];
    wires();
    cell(drawing, { x: left, y: 150 }, "12 V");
    resistor(165, top, `${a} Ω`);
    resistor(295, top, `${b} Ω`);
    return {
      drawing, question: "What is the total resistance of the circuit?", answer: `${a + b} Ω`,
      steps: [step("How are the resistors connected?", "In series: the same current flows through both."), step("What are the two resistances?", `${a} Ω and ${b} Ω.`), last("What is the total resistance?", `In series they add up: ${a} + ${b} = ${a + b}, so it is ${a + b} Ω.`)],
    };
  }
  if (variant === 1) {
    const [voltage, resistance] = pick(random, [[12, 4], [18, 6], [24, 8]] as const);
    wires();
    cell(drawing, { x: left, y: 150 }, `${voltage} V`);
    resistor(230, top, `${resistance} Ω`);
    drawing.circle({ x: 230, y: bottom }, 20, { fill: "#ffffff" }).text("A", 230, bottom, { size: 18, halo: "#ffffff" });
    return {
      drawing, question: "Which current does the ammeter show?", choices: ["0.3 A", "3 A", `${voltage + resistance} A`, `${voltage * resistance} A`], answer: "3 A",
      steps: [step("What is the voltage?", `The source has ${voltage} V.`), step("What is the resistance?", `The resistor has ${resistance} Ω.`), last("Which current flows?", `The current is the voltage divided by the resistance: ${voltage} / ${resistance} = ${voltage / resistance}, so it is 3 A.`)],
    };
  }
  drawing.path([{ x: left, y: 164 }, { x: left, y: top }, { x: 370, y: top }, { x: 370, y: 150 }]).path([{ x: 370, y: 150 }, { x: 370, y: 244 }, { x: left, y: 244 }, { x: left, y: 176 }]).line({ x: 190, y: 162 }, { x: 370, y: 162 });
  drawing.path([{ x: 190, y: top }, { x: 190, y: 162 }], { behind: true });
  cell(drawing, { x: left, y: 170 }, "6 V");
  resistor(282, top, "20 Ω");
  resistor(282, 162, "20 Ω");
  drawing.dot({ x: 190, y: top }, 4).dot({ x: 370, y: 162 }, 4);
  return {
    drawing, question: "What is the total resistance of the two parallel resistors?", answer: "10 Ω",
    steps: [step("How are the resistors connected?", "In parallel, and both have 20 Ω."), step("What is the sum of the reciprocals?", "1/20 + 1/20 = 1/10."), last("What is the total resistance?", "It is the reciprocal of 1/10, so 10 Ω.")],
  };
}

function lever(variant: number, random: () => number): Worked {
  const drawing = new Drawing(400, 240);
  const x = (units: number): number => 200 + units * 30;
  drawing.polygon([{ x: 200, y: 132 }, { x: 222, y: 176 }, { x: 178, y: 176 }], { fill: "#cfd6de" }).line({ x: x(-6), y: 128 }, { x: x(6), y: 128 }, { width: 6, color: "#9a6a3c" });
  for (let mark = -6; mark <= 6; mark += 1) drawing.line({ x: x(mark), y: 124 }, { x: x(mark), y: 132 }, { width: 1.2, color: "#ffffff" });
  const load = (units: number, label: string, color: string): void => void drawing.rect(x(units) - 26, 82, 52, 42, { fill: color }).text(label, x(units), 103, { size: 16 });
  const distance = (to: number, label: string): void => {
    const [from, end] = [200 + Math.sign(to) * 3, x(to)];
    drawing.arrow({ x: (from + end) / 2, y: 198 }, { x: end, y: 198 }, { width: 1.5 }).arrow({ x: (from + end) / 2, y: 198 }, { x: from, y: 198 }, { width: 1.5 }).text(label, (from + end) / 2, 216, { size: 16 });
  };
  if (variant === 0) {
    const [near, far] = [2, 4];
    const force = pick(random, [10, 15, 20]);
    load(-near, `${2 * force} N`, fills[0]);
    load(far, "? N", fills[1]);
    distance(-near, "2 m");
    distance(far, "4 m");
    return {
      drawing, question: "The lever is balanced. How large is the force on the right?", answer: `${force} N`,
      steps: [step("What is the moment on the left?", `${2 * force} × 2 = ${4 * force}.`), step("What must the moment on the right be?", `The same, ${4 * force}.`), last("How large is the force on the right?", `${4 * force} / 4 = ${force}, so it is ${force} N.`)],
    };
  }
  if (variant === 1) {
    load(-3, "40 N", fills[2]);
    load(5, "24 N", fills[3]);
    distance(-3, "3 m");
    distance(5, "?");
    return {
      drawing, question: "The lever is in balance. How far from the pivot is the force of 24 N?", answer: "5 m",
      steps: [step("What is the moment on the left?", "40 × 3 = 120."), last("How far from the pivot is the force of 24 N?", "120 / 24 = 5, so it is 5 m away.")],
    };
  }
  load(-5, "20 N", fills[4]);
  load(3, "30 N", fills[5]);
  distance(-5, "5 m");
  distance(3, "3 m");
  return {
    drawing, question: "What happens when the lever is let go?", choices: ["The left side goes down.", "The right side goes down.", "It stays as it is."], answer: "The left side goes down.",
    steps: [step("What is the moment on the left?", "20 × 5 = 100."), step("What is the moment on the right?", "30 × 3 = 90."), last("What happens when the lever is let go?", "The moment on the left is larger, so that the left side goes down.")],
  };
}

export const physics: readonly Family[] = [
  { subject: "circuit", tags: ["physics", "electricity"], variants: 3, make: circuit },
  { subject: "lever", tags: ["physics", "forces"], variants: 3, make: lever },
];
