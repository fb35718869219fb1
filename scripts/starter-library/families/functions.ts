import { plane, scale } from "../axes";
import { Drawing } from "../drawing";
import { last, pick, step, type Family, type Worked } from "../figure";

const blue = "#2f6db3";
/** A negative number in brackets behind an operator. */
const term = (value: number): string => (value < 0 ? `(${value})` : String(value));
const signed = (value: number): string => (value < 0 ? `- ${-value}` : `+ ${value}`);

function linear(variant: number, random: () => number): Worked {
  if (variant === 3) {
    const { drawing, at, graph } = plane({ left: -1, right: 6, bottom: -1, top: 6 });
    graph((x) => x + 1, blue);
    graph((x) => 5 - x, "#c05a2b");
    drawing.dot(at(2, 3), 5);
    return {
      drawing, question: "Where do the two lines meet?", choices: ["(1, 4)", "(3, 2)", "(2, 3)", "(2, 5)"], answer: "(2, 3)",
      steps: [step("What is the x-coordinate of the common point?", "It lies above 2 on the x-axis."), step("What is its y-coordinate?", "It is level with 3 on the y-axis."), last("Where do the lines meet?", "They meet at (2, 3).")],
    };
  }
  const [slope, intercept] = [pick(random, [[2, -1], [2, 1]] as const), pick(random, [[-1, 3], [-1, 2]] as const), [2, -4] as const][variant]!;
  const { drawing, at, graph } = plane({ left: -3, right: 4, bottom: -4, top: 4 });
  graph((x) => slope * x + intercept, blue);
  const crossing = -intercept / slope;
  if (variant === 0) {
    drawing.dot(at(0, intercept), 5, blue).dot(at(1, intercept + slope), 5, blue);
    return {
      drawing, question: "What is the slope of the line?", answer: String(slope),
      steps: [step("At which height does the line cross the y-axis?", `It goes through (0, ${intercept}).`), step("Which point of the line is one unit further right?", `It goes through (1, ${intercept + slope}).`), last("What is the slope?", `The line changes by ${intercept + slope} - ${term(intercept)} = ${slope} per unit.`)],
    };
  }
  if (variant === 1) {
    const answer = `y = -x ${signed(intercept)}`;
    return {
      drawing, question: "Which equation does the line have?", choices: [`y = x ${signed(intercept)}`, `y = -x ${signed(-intercept)}`, answer, `y = ${-intercept}x ${signed(1)}`], answer,
      steps: [step("At which height does the line cross the y-axis?", `It crosses at ${intercept}.`), step("How does it change per unit to the right?", "It falls by 1, so that its slope is -1."), last("Which equation does the line have?", `Slope -1 and intercept ${intercept} give the equation ${answer}.`)],
    };
  }
  return {
    drawing, question: "What is the zero of the function?", answer: `x = ${crossing}`,
    steps: [step("What is the value of the function at a zero?", "It is 0, so that the line meets the x-axis there."), step("Where does the line meet the x-axis?", `It meets it at (${crossing}, 0).`), last("What is the zero?", `The function is 0 at x = ${crossing}.`)],
  };
}

function parabola(variant: number): Worked {
  const [h, k, a] = [[1, -4, 1], [1, -1, 1], [0, 4, -1]][variant] as [number, number, number];
  const { drawing, at, graph } = plane(variant === 2 ? { left: -4, right: 4, bottom: -2, top: 5 } : { left: -3, right: 5, bottom: -5, top: 4 });
  graph((x) => a * (x - h) ** 2 + k, blue);
  if (variant === 0) {
    drawing.dot(at(-1, 0), 5, blue).dot(at(3, 0), 5, blue);
    return {
      drawing, question: "What is the sum of the two zeros of the parabola?", answer: "2",
      steps: [step("Where does the parabola meet the x-axis on the left?", "At x = -1."), step("Where does it meet the x-axis on the right?", "At x = 3."), last("What is the sum of the zeros?", "-1 + 3 = 2.")],
    };
  }
  if (variant === 1) {
    return {
      drawing, question: "What is the vertex of the parabola?", choices: ["(-1, 1)", "(1, -1)", "(0, 0)", "(2, 0)"], answer: "(1, -1)",
      steps: [step("Where are the zeros?", "At x = 0 and x = 2."), step("Where is the axis of symmetry?", "In the middle of the zeros: (0 + 2) / 2 = 1."), last("What is the vertex?", "At x = 1 the curve is at its lowest value, -1, so that the vertex is (1, -1).")],
    };
  }
  return {
    drawing, question: "What is the greatest value of the function?", answer: "4",
    steps: [step("Does the parabola open upwards or downwards?", "It opens downwards, so that its vertex is the highest point."), step("Where is the vertex?", "It is at (0, 4)."), last("What is the greatest value?", "It is the y-coordinate of the vertex, 4.")],
  };
}

function coordinates(variant: number): Worked {
  const { drawing, at } = plane({ left: -2, right: 6, bottom: -1, top: 6 });
  const point = (name: string, x: number, y: number, dx: number, dy: number): void => void drawing.dot(at(x, y), 5).text(name, at(x, y).x + dx, at(x, y).y + dy, { size: 17, bold: true, halo: "#ffffff" });
  if (variant === 0) {
    drawing.line(at(1, 1), at(4, 5), { color: blue, width: 3 });
    point("P", 1, 1, -16, -12);
    point("Q", 4, 5, 16, -12);
    return {
      drawing, question: "How long is the segment PQ?", answer: "5",
      steps: [step("What are the coordinates of P and Q?", "P is (1, 1) and Q is (4, 5)."), step("How far apart are they in x and in y?", "4 - 1 = 3 and 5 - 1 = 4."), step("What is the sum of the squares?", "3^2 + 4^2 = 25."), last("How long is PQ?", "The root of 25 is 5.")],
    };
  }
  if (variant === 1) {
    drawing.line(at(-1, 5), at(5, 1), { color: blue, width: 3 });
    point("A", -1, 5, -16, -12);
    point("B", 5, 1, 16, -12);
    return {
      drawing, question: "What is the midpoint of the segment AB?", choices: ["(2, 3)", "(3, 2)", "(2, 2)", "(4, 6)"], answer: "(2, 3)",
      steps: [step("What are the coordinates of A and B?", "A is (-1, 5) and B is (5, 1)."), step("What is the x-coordinate of the midpoint?", "(-1 + 5) / 2 = 2."), step("What is its y-coordinate?", "(5 + 1) / 2 = 3."), last("What is the midpoint?", "It is (2, 3).")],
    };
  }
  drawing.polygon([at(-1, 1), at(5, 1), at(3, 5)], { color: blue, width: 3, fill: "#8fb4dc55" });
  point("A", -1, 1, -14, -13);
  point("B", 5, 1, 15, -13);
  point("C", 3, 5, 16, -12);
  return {
    drawing, question: "What is the area of the triangle ABC, in unit squares?", answer: "12",
    steps: [step("How long is the side AB?", "It goes from x = -1 to x = 5, which is 6 units."), step("How high is C above AB?", "5 - 1 = 4."), last("What is the area of the triangle?", "6 × 4 / 2 = 12.")],
  };
}

function journey(variant: number): Worked {
  const [points, title, most, stride] = [
    [[[0, 0], [2, 120], [4, 240]], "A car's journey", 240, 40],
    [[[0, 0], [1, 10], [3, 10], [4, 30]], "A hike", 30, 5],
    [[[0, 0], [1, 60], [2, 60], [4, 200]], "A train's journey", 200, 20],
  ][variant] as [[number, number][], string, number, number];
  const drawing = new Drawing(384, 320);
  const y = scale(drawing, { left: 60, right: 360, top: 62, bottom: 270 }, most, stride);
  const x = (hours: number): number => 60 + hours * 70;
  for (let hour = 0; hour <= 4; hour += 1) drawing.line({ x: x(hour), y: 62 }, { x: x(hour), y: 270 }, { color: "#c9d1da", width: 1, behind: true }).text(String(hour), x(hour), 286, { size: 13 });
  drawing.text(title, 210, 16, { size: 17, bold: true }).text("time in h", 322, 306, { size: 14 }).text("distance in km", 60, 40, { size: 14 });
  drawing.path(points.map(([hour, far]) => ({ x: x(hour), y: y(far) })), { color: blue, width: 3.5 });
  if (variant === 0) {
    return {
      drawing, question: "How fast does the car drive?", answer: "60 km/h",
      steps: [step("How far does it get in 4 hours?", "The line reaches 240 km."), step("Is the speed the same all the time?", "Yes, the line is straight."), last("How fast does the car drive?", "240 / 4 = 60, so it drives 60 km/h.")],
    };
  }
  if (variant === 1) {
    return {
      drawing, question: "For how many hours do the hikers rest?", choices: ["1", "2", "3", "4"], answer: "2",
      steps: [step("What does the line look like during a rest?", "It is level, as the distance does not change."), step("From when to when is it level?", "From 1 h to 3 h."), last("How long do they rest?", "3 - 1 = 2.")],
    };
  }
  return {
    drawing, question: "What is the average speed of the train over the whole journey?", answer: "50 km/h",
    steps: [step("How far does the train go?", "The line ends at 200 km."), step("How long does it take?", "It ends at 4 h, the stop included."), last("What is the average speed?", "200 / 4 = 50, so it is 50 km/h.")],
  };
}

export const functions: readonly Family[] = [
  { subject: "linear function", tags: ["functions"], variants: 4, make: linear },
  { subject: "parabola", tags: ["functions"], variants: 3, make: parabola },
  { subject: "coordinate geometry", tags: ["geometry"], variants: 3, make: coordinates },
  { subject: "motion", tags: ["physics", "functions"], variants: 3, make: journey },
];
