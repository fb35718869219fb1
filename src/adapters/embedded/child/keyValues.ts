type Numbers = Float32Array;

/** A new array of the same element type. Half floats may come as several types, so the type is taken from the data. */
function like(data: Numbers, length: number): Numbers {
  return new (data.constructor as new (length: number) => Numbers)(length);
}

/** `[1, ...]` to `[count, ...]`: the one row repeated. */
export function repeatRow(data: Numbers, count: number): Numbers {
  const out = like(data, data.length * count);
  for (let row = 0; row < count; row += 1) out.set(data, row * data.length);
  return out;
}

/** `[rows, ...]` to `[kept.length, ...]`. */
export function selectRows(data: Numbers, rows: number, kept: readonly number[]): Numbers {
  const size = data.length / rows;
  const out = like(data, size * kept.length);
  kept.forEach((row, index) => out.set(data.subarray(row * size, (row + 1) * size), index * size));
  return out;
}

/** `[..., tokens, width]` to `[..., length, width]`: the first `length` tokens. */
export function firstTokens(data: Numbers, tokens: number, width: number, length: number): Numbers {
  const heads = data.length / (tokens * width);
  const out = like(data, heads * length * width);
  for (let head = 0; head < heads; head += 1) {
    const start = head * tokens * width;
    out.set(data.subarray(start, start + length * width), head * length * width);
  }
  return out;
}
