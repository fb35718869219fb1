import { scale } from "../axes";
import { Drawing, faint, fills, polar } from "../drawing";
import { integer, last, pick, shuffled, step, sum, type Family, type Worked } from "../figure";

function lineChart(variant: number, random: () => number): Worked {
  const names = variant === 2 ? ["Jan", "Feb", "Mar", "Apr", "May"] : ["Mon", "Tue", "Wed", "Thu", "Fri"];
  const values = variant === 2 ? shuffled(random, [20, 30, 40, 50, 60]) : variant === 1 ? shuffled(random, [10, 15, 20, 25, 30]) : [4, 8, 6, 14, 10];
  const [most, stride, title] = [[16, 2, "Temperature in °C"], [30, 5, "Ice creams sold"], [60, 10, "Visitors of a museum"]][variant] as [number, number, string];
  const drawing = new Drawing(384, 304);
  const y = scale(drawing, { left: 44, right: 372, top: 48, bottom: 268 }, most, stride);
  const points = values.map((value, index) => ({ x: 80 + index * 64, y: y(value) }));
  drawing.text(title, 192, 16, { size: 16, bold: true }).path(points, { color: "#2f6db3", width: 3 });
  points.forEach((point, index) => drawing.dot(point, 5, "#2f6db3").text(names[index]!, point.x, 286, { size: 14 }));
  if (variant === 0) {
    return {
      drawing, question: "By how many degrees was it warmer on Thursday than on Monday?", answer: "10",
      steps: [step("What was the temperature on Thursday?", "The point above Thu is at 14 °C."), step("What was the temperature on Monday?", "The point above Mon is at 4 °C."), last("How much warmer was it on Thursday?", "14 - 4 = 10.")],
    };
  }
  if (variant === 1) {
    const best = values.indexOf(30);
    const days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"];
    return {
      drawing, question: "On which day were most ice creams sold?", choices: days, ordered: true, answer: days[best]!,
      steps: [step("How many ice creams were sold on each day?", `${values.map((value, index) => `${days[index]!}: ${value}`).join(", ")}.`), step("Which of these numbers is the largest?", `The largest number is 30, on ${days[best]!}.`), last("On which day were most ice creams sold?", `It was ${days[best]!}.`)],
    };
  }
  return {
    drawing, question: "What is the mean number of visitors per month?", answer: String(sum(values) / 5),
    steps: [step("How many visitors came in each month?", `${values.map((value, index) => `${names[index]!}: ${value}`).join(", ")}.`), step("How many visitors came in all?", `${values.join(" + ")} = ${sum(values)}.`), last("What is the mean of the five months?", `${sum(values)} / 5 = ${sum(values) / 5}.`)],
  };
}

function pie(drawing: Drawing, parts: readonly { readonly name: string; readonly share: number; readonly label: string }[]): void {
  const center = { x: 192, y: 192 };
  let from = 90;
  parts.forEach(({ name, share, label }, index) => {
    const to = from - 360 * share;
    drawing.sector(center, 122, to, from, { fill: fills[index]!, width: 1.5, behind: true });
    drawing.text(label, polar(center, 82, (from + to) / 2).x, polar(center, 82, (from + to) / 2).y, { size: 18 });
    const outside = polar(center, 140, (from + to) / 2);
    const side = Math.cos(((from + to) * Math.PI) / 360);
    drawing.text(name, outside.x, outside.y, { size: 16, anchor: side > 0.25 ? "start" : side < -0.25 ? "end" : "middle" });
    from = to;
  });
}

function pieChart(variant: number, random: () => number): Worked {
  const drawing = new Drawing(384, 384);
  if (variant === 0) {
    const [a, b, c] = pick(random, [[40, 25, 20], [35, 30, 10], [45, 20, 25]] as const);
    const rest = 100 - a - b - c;
    pie(drawing, [["bus", a], ["bike", b], ["walk", c], ["car", rest]].map(([name, value], index) => ({ name: String(name), share: Number(value) / 100, label: index === 3 ? "?" : `${value} %` })));
    return {
      drawing, question: "The chart shows how pupils come to school. What percentage of them come by car?", answer: `${rest}%`,
      steps: [step("Which percentages are printed?", `Bus ${a}%, bike ${b}%, walk ${c}%.`), step("How much is that together?", `${a}% + ${b}% + ${c}% = ${a + b + c}%.`), last("What percentage come by car?", `All parts make 100%: 100% - ${a + b + c}% = ${rest}%.`)],
    };
  }
  if (variant === 1) {
    const [a, b, c] = [50, 30, 20];
    const pupils = pick(random, [60, 120, 140]);
    pie(drawing, [["tea", a], ["milk", b], ["juice", c]].map(([name, value]) => ({ name: String(name), share: Number(value) / 100, label: `${value} %` })));
    return {
      drawing, question: `${pupils} pupils were asked for their favourite drink. How many of them chose milk?`, answer: String((pupils * b) / 100),
      steps: [step("What share of the pupils chose milk?", `The part labelled milk is ${b}%.`), step("How many pupils are 10%?", `${pupils} / 10 = ${pupils / 10}.`), last("How many pupils chose milk?", `30% are three times as many as 10%: 3 × ${pupils / 10} = ${(pupils * b) / 100}.`)],
    };
  }
  const counts = [9, 6, 3];
  pie(drawing, ["dogs", "cats", "birds"].map((name, index) => ({ name, share: counts[index]! / 18, label: String(counts[index]!) })));
  return {
    drawing, question: "The numbers say how many pets of each kind there are. How large is the angle of the sector for cats?", choices: ["60°", "90°", "120°", "180°"], answer: "120°",
    steps: [step("How many pets are there in all?", `${counts.join(" + ")} = ${sum(counts)}.`), step("How many degrees belong to one pet?", "360 / 18 = 20."), last("How large is the angle of the sector for cats?", "There are 6 cats: 6 × 20 = 120, so the angle is 120°.")],
  };
}

function table(variant: number, random: () => number): Worked {
  const draw = (title: string, head: readonly string[], rows: readonly (readonly string[])[], widths: readonly number[]): Drawing => {
    const drawing = new Drawing(384, 62 + 40 * (rows.length + 1));
    drawing.text(title, 192, 22, { size: 17, bold: true });
    const left = (384 - sum(widths)) / 2;
    [head, ...rows].forEach((row, line) => row.forEach((cell, column) => {
      const x = left + sum(widths.slice(0, column));
      drawing.rect(x, 44 + line * 40, widths[column]!, 40, { width: 1.4, fill: line === 0 ? "#dfe8f2" : "#ffffff" });
      drawing.text(cell, x + widths[column]! / 2, 64 + line * 40, { size: 16, bold: line === 0 });
    }));
    return drawing;
  };
  if (variant === 0) {
    const [pen, book, bag] = [integer(random, 2, 4), integer(random, 6, 9), integer(random, 21, 28)];
    const total = 3 * pen + 2 * book;
    return {
      drawing: draw("Prices in a shop", ["Article", "Price"], [["pen", `${pen} €`], ["book", `${book} €`], ["bag", `${bag} €`], ["ruler", "1 €"]], [150, 130]),
      question: "How many euros do three pens and two books cost together?", answer: String(total),
      steps: [step("How much do three pens cost?", `A pen costs ${pen}: 3 × ${pen} = ${3 * pen}.`), step("How much do two books cost?", `A book costs ${book}: 2 × ${book} = ${2 * book}.`), last("How much do they cost together?", `${3 * pen} + ${2 * book} = ${total}.`)],
    };
  }
  if (variant === 1) {
    const rows = [["red", 7, 5], ["blue", 4, 9], ["green", 6, 3]] as const;
    const [boys, girls] = [7 + 4 + 6, 5 + 9 + 3];
    return {
      drawing: draw("Favourite colours", ["Colour", "Boys", "Girls"], rows.map((row) => row.map(String)), [110, 90, 90]),
      question: "How many children were asked in all?", answer: String(boys + girls),
      steps: [step("How many boys were asked?", `7 + 4 + 6 = ${boys}.`), step("How many girls were asked?", `5 + 9 + 3 = ${girls}.`), last("How many children were asked?", `${boys} + ${girls} = ${boys + girls}.`)],
    };
  }
  return {
    drawing: draw("Buses to the lake", ["Station", "Bus 1", "Bus 2"], [["town hall", "9:10", "10:25"], ["market", "9:24", "10:39"], ["lake", "9:52", "11:02"]], [130, 95, 95]),
    question: "Which bus is faster from the town hall to the lake, and by how many minutes?", choices: ["Bus 1, by 5 minutes", "Bus 2, by 5 minutes", "Bus 1, by 10 minutes", "Both take the same time"], answer: "Bus 2, by 5 minutes",
    steps: [step("How long does bus 1 take from 9:10 to 9:52?", "It stays within the hour: 52 - 10 = 42 minutes."), step("How long does bus 2 take from 10:25 to 11:02?", "It takes 35 minutes up to 11:00 and 2 more: 35 + 2 = 37 minutes."), last("Which bus is faster, and by how much?", "Bus 2 takes less time: 42 - 37 = 5 minutes.")],
  };
}

function boxPlots(plots: readonly (readonly number[])[], names: readonly string[], stride: number): Drawing {
  const drawing = new Drawing(384, 90 + 84 * plots.length);
  const x = (value: number): number => 56 + (value * 300) / (stride * 10);
  const axis = 46 + 84 * plots.length;
  for (let value = 0; value <= 10 * stride; value += stride) {
    drawing.line({ x: x(value), y: 20 }, { x: x(value), y: axis }, { color: faint, width: 1, behind: true });
    drawing.text(String(value), x(value), axis + 16, { size: 13 });
  }
  drawing.line({ x: x(0), y: axis }, { x: x(10 * stride), y: axis }, { width: 1.8, behind: true });
  plots.forEach(([least, low, middle, high, most], index) => {
    const y = 58 + 84 * index;
    if (names.length > 0) drawing.text(names[index]!, 26, y, { size: 18, bold: true });
    drawing.line({ x: x(least!), y }, { x: x(low!), y }).line({ x: x(high!), y }, { x: x(most!), y });
    for (const end of [least!, most!]) drawing.line({ x: x(end), y: y - 14 }, { x: x(end), y: y + 14 });
    drawing.rect(x(low!), y - 24, x(high!) - x(low!), 48, { fill: fills[index]! }).line({ x: x(middle!), y: y - 24 }, { x: x(middle!), y: y + 24 }, { width: 3.5 });
  });
  return drawing;
}

function boxPlot(variant: number): Worked {
  if (variant === 0) {
    return {
      drawing: boxPlots([[2, 6, 10, 16, 18]], [], 2), question: "What is the interquartile range of the data?", answer: "10",
      steps: [step("Where does the box begin?", "The lower quartile is 6."), step("Where does the box end?", "The upper quartile is 16."), last("What is the interquartile range?", "16 - 6 = 10.")],
    };
  }
  if (variant === 1) {
    return {
      drawing: boxPlots([[5, 15, 25, 35, 45]], [], 5), question: "The box plot shows the points of 40 pupils in a test. About how many of them have at least 35 points?", choices: ["5", "10", "20", "30"], answer: "10",
      steps: [step("Which part of the box plot is at 35?", "The box ends at 35, which is the upper quartile."), step("What share of the data lies above the upper quartile?", "A quarter of the data."), last("About how many pupils have at least 35 points?", "40 / 4 = 10.")],
    };
  }
  return {
    drawing: boxPlots([[10, 30, 50, 60, 70], [20, 40, 45, 75, 100]], ["A", "B"], 10), question: "How much larger is the range of data set B than that of data set A?", answer: "20",
    steps: [step("What is the range of data set A?", "From 10 to 70: 70 - 10 = 60."), step("What is the range of data set B?", "From 20 to 100: 100 - 20 = 80."), last("How much larger is the range of B?", "80 - 60 = 20.")],
  };
}

function venn(variant: number, random: () => number): Worked {
  const [left, both, right] = [integer(random, 7, 12), integer(random, 3, 6), integer(random, 8, 14)];
  const outside = integer(random, 2, 5);
  const drawing = new Drawing(384, 288);
  drawing.rect(10, 10, 364, 268, { width: 1.6 });
  drawing.circle({ x: 148, y: 158 }, 92, { fill: "#8fb4dc66", behind: true }).circle({ x: 236, y: 158 }, 92, { fill: "#f0b46c66", behind: true });
  const names = variant === 2 ? ["cat", "dog"] : ["chess", "football"];
  drawing.text(names[0]!, 104, 44, { size: 18, bold: true }).text(names[1]!, 290, 44, { size: 18, bold: true });
  drawing.text(String(left), 100, 158, { size: 22 }).text(variant === 1 ? "?" : String(both), 192, 158, { size: 22 }).text(String(right), 284, 158, { size: 22 }).text(String(outside), 346, 252, { size: 22 });
  if (variant === 0) {
    return {
      drawing, question: "The numbers say how many children play what. How many children play football?", answer: String(both + right),
      steps: [step("How many children play only football?", `${right} children.`), step("How many children play both?", `${both} children are in both circles.`), last("How many children play football?", `${right} + ${both} = ${both + right}.`)],
    };
  }
  if (variant === 1) {
    const all = left + both + right + outside;
    const known = left + right + outside;
    return {
      drawing, question: `There are ${all} children. How many of them play both chess and football?`, answer: String(both),
      steps: [step("Which numbers are known?", `${left} play only chess, ${right} play only football, and ${outside} play neither.`), step("How many children is that?", `${left} + ${right} + ${outside} = ${known}.`), last("How many children play both?", `${all} - ${known} = ${both}.`)],
    };
  }
  return {
    drawing, question: "The numbers say how many families have a cat, a dog, both or neither. How many families have at least one of the two?", answer: String(left + both + right),
    steps: [step("How many families have only a cat, both, and only a dog?", `${left}, ${both} and ${right}.`), step("Which number does not count?", `${outside} families have neither.`), last("How many families have a cat or a dog?", `${left} + ${both} + ${right} = ${left + both + right}.`)],
  };
}

export const charts: readonly Family[] = [
  { subject: "line chart", tags: ["data"], variants: 3, make: lineChart },
  { subject: "pie chart", tags: ["data", "percentages"], variants: 3, make: pieChart },
  { subject: "table", tags: ["data"], variants: 3, make: table },
  { subject: "box plot", tags: ["data", "statistics"], variants: 3, make: boxPlot },
  { subject: "Venn diagram", tags: ["data", "sets"], variants: 3, make: venn },
];
