import { badResponse, failureOfStatus, fieldsOf, isErrorBody, listOf, readErrorBody } from "../../http";
import { unit } from "../vectors";

/**
 * The vectors of a reply of `/v1/embeddings`, at length 1, in the order of the inputs: floats or base64, with
 * or without `index`, in any order.
 *
 * @throws RequestFailure `endpoint.badResponse` for anything but `count` usable vectors of one dimension, or what an error in the body stands for
 */
export function readVectors(text: string, count: number): Float32Array[] {
  const body = parse(text);
  if (isErrorBody(body)) throw failureOfStatus(undefined, body, false);
  const rows = fieldsOf(body)["data"];
  if (!Array.isArray(rows)) throw badResponse("It answered without a list of embeddings.");
  if (rows.length !== count) throw badResponse(`It gave ${rows.length} embeddings for ${count} texts.`);
  const vectors = new Array<Float32Array | undefined>(count);
  for (const [position, row] of rows.entries()) {
    const { index, embedding } = fieldsOf(row);
    const place = index === undefined || index === null ? position : Number(index);
    if (!(place in rows) || vectors[place] !== undefined) throw badResponse("Its embeddings are numbered wrongly.");
    vectors[place] = readVector(embedding);
  }
  const all = vectors as Float32Array[];
  if (all.some((vector) => vector.length !== all[0]!.length)) throw badResponse("Its embeddings differ in length.");
  return all;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw badResponse(`It answered with ${readErrorBody(text).message || "nothing"}`);
  }
}

function readVector(embedding: unknown): Float32Array {
  const values = typeof embedding === "string" ? decodeBase64(embedding) : listOf(oneRow(embedding));
  if (values.length === 0) throw badResponse("It gave an embedding without numbers.");
  // Number(null) would be 0: servers write null where they computed NaN.
  if (Array.isArray(values) && values.some((value) => typeof value !== "number")) throw badResponse("It gave an embedding with values that are no numbers.");
  const vector = unit(values as ArrayLike<number>);
  if (vector === undefined) throw badResponse("It gave an embedding of zeros or of values that are no numbers.");
  return vector;
}

/** llama.cpp without pooling gives a list of vectors, one for each token. */
function oneRow(embedding: unknown): unknown {
  const rows = listOf(embedding);
  if (!Array.isArray(rows[0])) return rows;
  if (rows.length > 1) throw badResponse("It gave one vector for each token instead of one for the text; start it with pooling (llama-server: --pooling mean).");
  return rows[0];
}

/** Little-endian 32-bit floats, as OpenAI defines the format. */
function decodeBase64(text: string): Float32Array {
  const bytes = Buffer.from(text, "base64");
  if (bytes.byteLength % 4 !== 0) throw badResponse("It gave an embedding that is no base64 of 32-bit floats.");
  return Float32Array.from({ length: bytes.byteLength / 4 }, (_, index) => bytes.readFloatLE(4 * index));
}
