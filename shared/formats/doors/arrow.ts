export type { ArrowLayout } from "../arrow/arrowLayout.ts";
export { arrowSchema } from "../arrow/arrowSchema.ts";
export { arrowStream } from "../arrow/arrowStream.ts";
export { textBytes, textOffsets, writeTexts } from "../arrow/arrowText.ts";
export { type RawVector, readChunk, type VectorSlice, wordsOf } from "../arrow/arrowVector.ts";
