import { between, Drawing, fills, polar, type Point } from "../drawing";
import { integer, last, pick, step, type Family, type Worked } from "../figure";

/** The small square of a right angle at a corner whose legs run along two unit directions. */
function rightAngle(drawing: Drawing, { x, y }: Point, dx: number, dy: number, size = 16): void {
  drawing.path([{ x: x + dx * size, y }, { x: x + dx * size, y: y + dy * size }, { x, y: y + dy * size }], { width: 1.5, behind: true });
}

function circle(variant: number, random: () => number): Worked {
  const drawing = new Drawing(336, 336);
  const center = { x: 168, y: 168 };
  const radius = integer(random, 3, 9);
  if (variant < 2) {
    drawing.circle(center, 130, { fill: variant === 0 ? "#dce9f7" : "#fdeed6" }).dot(center, 3.5);
    if (variant === 0) {
      drawing.line(center, polar(center, 130, 0)).text(`${radius} cm`, 236, 152, { size: 19 });
      return {
        drawing, question: "What is the area of the circle? Give it as a multiple of π.", answer: `${radius * radius}π cm²`,
        steps: [step("What is the radius?", `The line from the centre to the circle is ${radius} cm long.`), step("What is the square of the radius?", `${radius} × ${radius} = ${radius * radius}.`), last("What is the area?", `The area is π times the square of the radius, ${radius * radius}π cm².`)],
      };
    }
    const diameter = 10;
    drawing.line(polar(center, 130, 180), polar(center, 130, 0)).text(`${diameter} cm`, 168, 146, { size: 19 });
    return {
      drawing, question: "What is the circumference of the circle? Use π = 3.14.", answer: "31.4 cm",
      steps: [step("What is the diameter?", `The line through the centre is ${diameter} cm long.`), last("What is the circumference?", `It is π times the diameter: 3.14 × ${diameter} = 31.4, so 31.4 cm.`)],
    };
  }
  if (variant === 2) {
    const angle = pick(random, [60, 80, 100]);
    const [a, b, c] = [polar(center, 130, 270 - angle), polar(center, 130, 270 + angle), polar(center, 130, 100)];
    drawing.circle(center, 130).path([a, center, b]).path([a, c, b]).dot(center, 3.5).arc(center, 26, 270 - angle, 270 + angle, { width: 1.6 });
    drawing.text(`${2 * angle}°`, 168, 216, { size: 18 }).text("M", 168, 148, { size: 17, halo: "#ffffff" }).text("?", c.x + 4, c.y + 46, { size: 20, halo: "#ffffff" });
    return {
      drawing, question: "M is the centre of the circle. How large is the angle with the question mark?", answer: `${angle}°`,
      steps: [step("How large is the angle at the centre over the same arc?", `It is ${2 * angle}°.`), step("How do the two angles compare?", "An angle at the circle is half the angle at the centre over the same arc."), last("How large is the angle with the question mark?", `${2 * angle} / 2 = ${angle}, so it is ${angle}°.`)],
    };
  }
  const angle = 90;
  drawing.circle(center, 130, { width: 1.5 }).sector(center, 130, 0, angle, { fill: "#9ccb8e" }).dot(center, 3.5);
  rightAngle(drawing, center, 1, -1);
  drawing.text("8 cm", 234, 188, { size: 19 });
  return {
    drawing, question: "What is the area of the coloured part of the circle?", choices: ["4π cm²", "8π cm²", "16π cm²", "64π cm²"], answer: "16π cm²",
    steps: [step("What part of the circle is coloured?", "The angle is 90°: 360 / 90 = 4, so it is a quarter."), step("What is the area of the whole circle?", "The radius is 8, and 8 × 8 = 64, so it is 64π cm²."), last("What is the area of the coloured part?", "64 / 4 = 16, so it is 16π cm².")],
  };
}

function rightTriangle(variant: number, random: () => number): Worked {
  const [a, b, c] = pick(random, [[3, 4, 5], [6, 8, 10], [5, 12, 13]] as const);
  const drawing = new Drawing(384, 304);
  if (variant < 2) {
    const unit = Math.min(260 / b, 196 / a);
    const corner = { x: 70, y: 252 };
    const [right, top] = [{ x: 70 + b * unit, y: 252 }, { x: 70, y: 252 - a * unit }];
    drawing.polygon([corner, right, top], { fill: "#fdeed6" });
    rightAngle(drawing, corner, 1, -1);
    const middle = between(right, top);
    drawing.text(variant === 0 ? `${b} cm` : "?", (corner.x + right.x) / 2, 274, { size: 19 }).text(`${a} cm`, 36, (corner.y + top.y) / 2, { size: 18 }).text(variant === 0 ? "?" : `${c} cm`, middle.x + 32, middle.y - 22, { size: 19 });
    const [aa, bb, cc] = [a * a, b * b, c * c];
    return variant === 0
      ? { drawing, question: "How long is the side with the question mark?", answer: `${c} cm`, steps: [step("Which side is asked for?", "The hypotenuse, which lies opposite the right angle."), step("What is the sum of the squares of the legs?", `${a}^2 + ${b}^2 = ${aa} + ${bb} = ${cc}.`), last("How long is the hypotenuse?", `The root of ${cc} is ${c}, so it is ${c} cm long.`)] }
      : { drawing, question: "Find the length of the unknown side of the right triangle.", answer: `${b} cm`, steps: [step("Which side is asked for?", `A leg; the hypotenuse is ${c} cm and the other leg ${a} cm long.`), step("What is the difference of the squares?", `${c}^2 - ${a}^2 = ${cc} - ${aa} = ${bb}.`), last("How long is the unknown side?", `The root of ${bb} is ${b}, so it is ${b} cm long.`)] };
  }
  drawing.rect(56, 14, 44, 252, { fill: "#d9c7b8" }).line({ x: 20, y: 266 }, { x: 364, y: 266 }, { width: 3 });
  drawing.line({ x: 280, y: 266 }, { x: 100, y: 26 }, { width: 5, color: "#9a6a3c" });
  rightAngle(drawing, { x: 100, y: 266 }, 1, -1);
  drawing.text("6 m", 190, 286, { size: 19 }).text("10 m", 226, 134, { size: 19 }).text("wall", 78, 150, { size: 14 }).text("?", 118, 160, { size: 20 });
  return {
    drawing, question: "A ladder 10 m long stands 6 m from the wall. How high up the wall does it reach?", choices: ["4 m", "7 m", "8 m", "9 m"], answer: "8 m",
    steps: [step("Which triangle is formed?", "Wall, ground and ladder form a right triangle with the ladder as hypotenuse."), step("What is the square of the height?", "10^2 - 6^2 = 100 - 36 = 64."), last("How high does the ladder reach?", "The root of 64 is 8, so it reaches 8 m.")],
  };
}

function similar(variant: number): Worked {
  const drawing = new Drawing(384, 280);
  if (variant === 0) {
    drawing.polygon([{ x: 30, y: 230 }, { x: 140, y: 230 }, { x: 50, y: 126 }], { fill: fills[2] }).polygon([{ x: 180, y: 230 }, { x: 345, y: 230 }, { x: 210, y: 74 }], { fill: fills[0] });
    drawing.text("4", 85, 250, { size: 19 }).text("6", 262, 250, { size: 19 }).text("5", 110, 166, { size: 19 }).text("?", 294, 140, { size: 19 }).text("similar triangles", 192, 30, { size: 17, italic: true });
    return {
      drawing, question: "The triangles are similar. How long is the side with the question mark?", answer: "7.5",
      steps: [step("Which sides correspond?", "The side of length 4 and the side of length 6."), step("By what factor is the right triangle larger?", "6 / 4 = 1.5."), last("How long is the side with the question mark?", "It corresponds to the side of length 5: 5 × 1.5 = 7.5.")],
    };
  }
  if (variant === 1) {
    const [apex, left, right] = [{ x: 60, y: 230 }, { x: 340, y: 230 }, { x: 340, y: 90 }];
    const [low, high] = [between(apex, left, 0.4), between(apex, right, 0.4)];
    drawing.polygon([apex, left, right], { fill: "#eef4ea" }).line(low, high, { width: 2.5, color: "#2f6db3" });
    rightAngle(drawing, left, -1, -1);
    rightAngle(drawing, low, -1, -1, 11);
    drawing.text("4 m", 116, 252, { size: 18 }).text("6 m", 256, 252, { size: 18 }).text("2 m", 200, 200, { size: 18 }).text("?", 360, 160, { size: 20 });
    return {
      drawing, question: "How long is the right side of the large triangle?", answer: "5 m",
      steps: [step("How long is the base of the large triangle?", "4 + 6 = 10 m."), step("By what factor is the large triangle larger than the small one?", "10 / 4 = 2.5."), last("How long is the right side?", "2 × 2.5 = 5, so it is 5 m long.")],
    };
  }
  drawing.line({ x: 16, y: 230 }, { x: 368, y: 230 }, { width: 3 });
  // 16 pixels to the metre.
  drawing.line({ x: 50, y: 230 }, { x: 50, y: 198 }, { width: 6, color: "#9a6a3c" }).line({ x: 50, y: 198 }, { x: 98, y: 230 }, { dash: "5 5", width: 1.6 });
  drawing.rect(144, 150, 12, 80, { fill: "#9a6a3c", behind: true }).line({ x: 150, y: 102 }, { x: 342, y: 230 }, { dash: "5 5", width: 1.6, behind: true }).circle({ x: 150, y: 138 }, 36, { fill: fills[2] });
  drawing.text("pole 2 m", 50, 178, { size: 15 }).text("3 m", 74, 250, { size: 17 }).text("12 m", 246, 250, { size: 17 }).text("tree ?", 150, 80, { size: 17 });
  return {
    drawing, question: "A pole 2 m high has a shadow of 3 m. A tree beside it has a shadow of 12 m. How high is the tree?", choices: ["6 m", "8 m", "11 m", "18 m"], answer: "8 m",
    steps: [step("Why can the two be compared?", "The sun's rays are parallel, so that the triangles are similar."), step("How many times as long is the tree's shadow?", "12 / 3 = 4."), last("How high is the tree?", "4 × 2 = 8, so it is 8 m high.")],
  };
}

function angles(variant: number, random: () => number): Worked {
  const drawing = new Drawing(384, 256);
  if (variant === 0) {
    const angle = pick(random, [48, 57, 64]);
    const foot = { x: 190, y: 190 };
    drawing.line({ x: 24, y: 190 }, { x: 360, y: 190 }, { width: 2.5 }).line(foot, polar(foot, 170, angle), { width: 2.5 });
    drawing.arc(foot, 48, 0, angle, { width: 1.6 }).arc(foot, 36, angle, 180, { width: 1.6 });
    drawing.text(`${angle}°`, polar(foot, 78, angle / 2).x, polar(foot, 78, angle / 2).y, { size: 18 }).text("?", polar(foot, 58, 120).x, polar(foot, 58, 120).y, { size: 20 });
    return {
      drawing, question: "How large is the angle with the question mark?", answer: `${180 - angle}°`,
      steps: [step("What do the two angles form together?", "They lie on a straight line, which is 180°."), last("How large is the angle with the question mark?", `180 - ${angle} = ${180 - angle}, so it is ${180 - angle}°.`)],
    };
  }
  if (variant === 1) {
    const angle = pick(random, [62, 68, 74]);
    const [high, low] = [{ x: 226, y: 70 }, polar({ x: 226, y: 70 }, -(110 / Math.sin((angle * Math.PI) / 180)), angle)];
    for (const y of [70, 180]) drawing.line({ x: 30, y }, { x: 354, y }, { width: 2.5 });
    drawing.line(polar(high, 62, angle), polar(low, -62, angle), { width: 2.5 });
    drawing.arc(high, 30, 0, angle, { width: 1.6 }).arc(low, 30, 180, 180 + angle, { width: 1.6 });
    drawing.text(`${angle}°`, polar(high, 56, angle / 2).x + 4, polar(high, 56, angle / 2).y, { size: 17 }).text("?", polar(low, 50, 180 + angle / 2).x, polar(low, 50, 180 + angle / 2).y, { size: 20 });
    drawing.text("g", 344, 54, { size: 17, italic: true }).text("h", 344, 164, { size: 17, italic: true });
    return {
      drawing, question: "The lines g and h are parallel. How large is the angle with the question mark?", choices: [`${90 - angle}°`, `${angle}°`, `${180 - angle}°`, `${2 * angle}°`], answer: `${angle}°`,
      steps: [step("Which angle at the lower line corresponds to the given one?", `The angle above h on the right; it is ${angle}° too, as g and h are parallel.`), step("How does the angle with the question mark lie to it?", "It lies opposite, and vertical angles are equal."), last("How large is the angle with the question mark?", `It is ${angle}°.`)],
    };
  }
  const corners = [{ x: 60, y: 214 }, { x: 336, y: 214 }, { x: 300, y: 60 }, { x: 110, y: 40 }];
  const labels = ["75°", "80°", "110°", "?"];
  drawing.polygon(corners, { fill: "#efe9f7", width: 2.5 });
  const middle = { x: 200, y: 132 };
  labels.forEach((label, index) => {
    const at = between(corners[index]!, middle, 0.3);
    drawing.text(label, at.x, at.y, { size: 18 });
  });
  return {
    drawing, question: "How many degrees has the fourth angle of the quadrilateral?", answer: "95",
    steps: [step("What is the sum of the angles of a quadrilateral?", "It is 360°."), step("What is the sum of the three known angles?", "75 + 80 + 110 = 265."), last("How large is the fourth angle?", "360 - 265 = 95.")],
  };
}

function composite(variant: number): Worked {
  const drawing = new Drawing(360, 320);
  if (variant === 0) {
    drawing.polygon([{ x: 60, y: 40 }, { x: 180, y: 40 }, { x: 180, y: 160 }, { x: 324, y: 160 }, { x: 324, y: 256 }, { x: 60, y: 256 }], { fill: fills[0], width: 2.5 }).line({ x: 60, y: 160 }, { x: 180, y: 160 }, { dash: "6 6", width: 1.5 });
    drawing.text("5", 120, 22, { size: 19 }).text("5", 40, 100, { size: 19 }).text("4", 342, 208, { size: 19 }).text("11", 192, 280, { size: 19 });
    return {
      drawing, question: "All angles are right angles. What is the area of the figure?", answer: "69",
      steps: [step("What is the area of the upper part?", "5 × 5 = 25."), step("What is the area of the lower part?", "11 × 4 = 44."), last("What is the area of the figure?", "25 + 44 = 69.")],
    };
  }
  if (variant === 1) {
    drawing.polygon([{ x: 70, y: 140 }, { x: 290, y: 140 }, { x: 290, y: 280 }, { x: 70, y: 280 }], { fill: fills[5], width: 2.5 }).polygon([{ x: 70, y: 140 }, { x: 290, y: 140 }, { x: 180, y: 58 }], { fill: fills[3], width: 2.5 }).line({ x: 180, y: 58 }, { x: 180, y: 140 }, { dash: "6 6", width: 1.5 });
    drawing.text("8 m", 180, 300, { size: 19 }).text("5 m", 318, 210, { size: 19 }).text("3 m", 206, 112, { size: 17 });
    return {
      drawing, question: "What is the area of the front of the house?", answer: "52 m²",
      steps: [step("What is the area of the rectangle?", "8 × 5 = 40."), step("What is the area of the triangle?", "8 × 3 / 2 = 12."), last("What is the area of the front?", "40 + 12 = 52, so it is 52 m².")],
    };
  }
  drawing.rect(60, 50, 250, 200, { fill: fills[2], width: 2.5 }).rect(135, 112, 100, 75, { fill: "#ffffff", width: 2.5 });
  drawing.text("10 cm", 185, 272, { size: 19 }).text("8 cm", 30, 150, { size: 18 }).text("4 cm", 185, 174, { size: 16 }).text("3 cm", 260, 150, { size: 16 });
  return {
    drawing, question: "A piece is cut out of a rectangle. How large is the area that is left?", choices: ["12 cm²", "68 cm²", "80 cm²", "92 cm²"], answer: "68 cm²",
    steps: [step("What is the area of the rectangle?", "10 × 8 = 80."), step("What is the area of the piece that is cut out?", "4 × 3 = 12."), last("How large is the area that is left?", "80 - 12 = 68, so it is 68 cm².")],
  };
}

function cuboid(variant: number): Worked {
  const [length, width, height] = [[8, 5, 3], [6, 4, 2], [9, 3, 4]][variant] as [number, number, number];
  const drawing = new Drawing(440, 256);
  const [w, h, depth] = [length * 26, height * 26, width * 26];
  const [x, y] = [(440 - w - depth * 0.8 - 50) / 2, 208];
  const shift = { x: depth * 0.8, y: -depth * 0.6 };
  drawing.polygon([{ x, y }, { x: x + w, y }, { x: x + w, y: y - h }, { x, y: y - h }], { fill: "#cfe0f2" });
  drawing.polygon([{ x, y: y - h }, { x: x + w, y: y - h }, { x: x + w + shift.x, y: y - h + shift.y }, { x: x + shift.x, y: y - h + shift.y }], { fill: "#e3eefa" });
  drawing.polygon([{ x: x + w, y }, { x: x + w + shift.x, y: y + shift.y }, { x: x + w + shift.x, y: y + shift.y - h }, { x: x + w, y: y - h }], { fill: "#a9c6e6" });
  drawing.text(`${length} cm`, x + w / 2, y + 20, { size: 18 }).text(`${width} cm`, x + w + shift.x / 2 + 10, y + shift.y / 2 + 16, { size: 18, anchor: "start" }).text(variant === 2 ? "?" : `${height} cm`, x + w + shift.x + 10, y + shift.y - h / 2 - 8, { size: variant === 2 ? 22 : 18, anchor: "start" });
  const [front, top, side] = [length * height, length * width, width * height];
  const volume = top * height;
  if (variant === 0) {
    return {
      drawing, question: "What is the volume of the cuboid?", answer: `${volume} cm³`,
      steps: [step("What is the area of the base?", `${length} × ${width} = ${top}.`), last("What is the volume?", `${top} × ${height} = ${volume}, so it is ${volume} cm³.`)],
    };
  }
  if (variant === 1) {
    const half = front + top + side;
    return {
      drawing, question: "What is the surface area of the cuboid in cm²?", answer: String(2 * half),
      steps: [step("What are the areas of the front, the top and the side?", `${length} × ${height} = ${front}, ${length} × ${width} = ${top}, ${width} × ${height} = ${side}.`), step("What is their sum?", `${front} + ${top} + ${side} = ${half}.`), last("What is the surface area?", `Each face occurs twice: 2 × ${half} = ${2 * half}.`)],
    };
  }
  return {
    drawing, question: `The cuboid has a volume of ${volume} cm³. How high is it?`, answer: `${height} cm`,
    steps: [step("What is the area of the base?", `${length} × ${width} = ${top}.`), last("How high is the cuboid?", `The height is the volume divided by the base: ${volume} / ${top} = ${height}, so it is ${height} cm.`)],
  };
}

export const geometry: readonly Family[] = [
  { subject: "circle", tags: ["geometry"], variants: 4, make: circle },
  { subject: "right triangle", tags: ["geometry", "Pythagoras"], variants: 3, make: rightTriangle },
  { subject: "similar triangles", tags: ["geometry", "ratio"], variants: 3, make: similar },
  { subject: "angles", tags: ["geometry", "angles"], variants: 3, make: angles },
  { subject: "composite area", tags: ["geometry", "area"], variants: 3, make: composite },
  { subject: "cuboid", tags: ["geometry", "volume"], variants: 3, make: cuboid },
];
