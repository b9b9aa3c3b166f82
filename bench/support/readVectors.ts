import type { DuckDBDataChunk } from "@duckdb/node-api";
import { type ArrowLayout, readChunk, textOffsets, wordsOf, writeTexts } from "@pdp/formats/arrow";

export interface ReadVectors {
  /** Sum of some words, as proof that the vectors were read. */
  sum: number;
  bytes: number;
}

/** Reads the vectors of a chunk, including strings, as every consumer of a result must. */
export function readVectors(chunk: DuckDBDataChunk, layouts: readonly ArrowLayout[]): ReadVectors {
  let bytes = 0;
  let sum = 0;
  readChunk(chunk, layouts).forEach((vector, column) => {
    const words = wordsOf(vector.entries);
    for (let at = 0; at < words.length; at += 4) sum += words[at] ?? 0;
    bytes += vector.entries.length;
    if (layouts[column]?.kind !== "text") return;
    const slices = [{ vector, from: 0, count: vector.count }];
    const offsets = textOffsets(slices, vector.count);
    const texts = new Uint8Array(offsets[vector.count] ?? 0);
    writeTexts(slices, offsets, texts);
    bytes += texts.length;
  });
  return { bytes, sum };
}
