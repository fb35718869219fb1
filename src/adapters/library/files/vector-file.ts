import { createHash } from "node:crypto";
import { open, type FileHandle } from "node:fs/promises";
import type { EmbeddingSpace, ExemplarVectors } from "../../../core/ports";
import { slices } from "../../system";
import { channels } from "../engine/check";

/** Vectors of an exemplar, or null where they were dropped with it. */
export interface VectorEntry {
  readonly id: string;
  readonly vectors: ExemplarVectors | null;
}

interface VectorState {
  readonly entries: Map<string, { stamp: string; vectors: ExemplarVectors }>;
  offset: number;
  records: number;
  damaged: number;
}

/**
 * An append-only file of records of one length: 16 bytes of the id, 4 that say which channels there are, 4 of a
 * checksum over all others, then the numbers of all channels (32-bit floats, little-endian; zeros where there is none).
 */
export interface VectorFile {
  readonly state: VectorState;
  refresh(): Promise<void>;
  /** Needs the lock. Cuts off what a crash left of a record first. */
  append(entries: readonly VectorEntry[]): Promise<void>;
}

const headLength = 24;
const dropped = 0x80;

export function createVectorFile(file: string, space: EmbeddingSpace): VectorFile {
  const floats = channels.reduce((sum, channel) => sum + (space.dimensions[channel] ?? 0), 0);
  const length = headLength + 4 * floats;
  const state: VectorState = { entries: new Map(), offset: 0, records: 0, damaged: 0 };

  const decode = (record: Buffer): void => {
    state.records += 1;
    if (checksum(record) !== record.readUInt32LE(20)) {
      state.damaged += 1;
      return;
    }
    const id = record.toString("hex", 0, 16);
    const presence = record.readUInt32LE(16);
    if (presence === dropped) return void state.entries.delete(id);
    const numbers = new Float32Array(floats);
    new Uint8Array(numbers.buffer).set(record.subarray(headLength));
    let start = 0;
    const parts = channels.map((channel, index) => {
      const dimension = space.dimensions[channel] ?? 0;
      const part = (presence & (1 << index)) === 0 ? null : numbers.subarray(start, start + dimension);
      start += dimension;
      return [channel, part] as const;
    });
    state.entries.set(id, { stamp: String(state.records), vectors: Object.fromEntries(parts) as ExemplarVectors });
  };

  const encode = ({ id, vectors }: VectorEntry): Buffer => {
    const record = Buffer.alloc(length);
    record.write(id, 0, "hex");
    let start = headLength;
    let presence = vectors === null ? dropped : 0;
    for (const [index, channel] of channels.entries()) {
      const vector = vectors?.[channel] ?? null;
      if (vector !== null) {
        presence |= 1 << index;
        record.set(new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength), start);
      }
      start += 4 * (space.dimensions[channel] ?? 0);
    }
    record.writeUInt32LE(presence, 16);
    record.writeUInt32LE(checksum(record), 20);
    return record;
  };

  return {
    state,
    async refresh() {
      let handle: FileHandle;
      try {
        handle = await open(file, "r");
      } catch (thrown) {
        // Nothing was written yet, or the space was replaced a moment ago.
        if (thrown instanceof Error && "code" in thrown && thrown.code === "ENOENT") return;
        throw thrown;
      }
      try {
        const { size } = await handle.stat();
        const pause = slices();
        const batch = Math.max(1, Math.floor((1 << 20) / length));
        while (state.offset + length <= size) {
          const count = Math.min(batch, Math.floor((size - state.offset) / length));
          const { bytesRead, buffer } = await handle.read(Buffer.alloc(count * length), 0, count * length, state.offset);
          const whole = Math.floor(bytesRead / length);
          if (whole === 0) break;
          for (let index = 0; index < whole; index += 1) {
            decode(buffer.subarray(index * length, (index + 1) * length));
            await pause();
          }
          state.offset += whole * length;
        }
      } finally {
        await handle.close();
      }
    },
    async append(entries) {
      const handle = await open(file, "a");
      try {
        const { size } = await handle.stat();
        if (size % length !== 0) await handle.truncate(size - (size % length));
        await handle.appendFile(Buffer.concat(entries.map(encode)));
        await handle.datasync();
      } finally {
        await handle.close();
      }
    },
  };
}

function checksum(record: Buffer): number {
  return createHash("sha256").update(record.subarray(0, 20)).update(record.subarray(headLength)).digest().readUInt32LE(0);
}
