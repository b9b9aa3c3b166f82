export {
  type ConversionLimits,
  type ConversionResult,
  copyToParquet,
  withDuckDb,
} from "../engine/convertWithDuckDb.ts";
export { lockDown, openDuckDb } from "../engine/openDuckDb.ts";
export { keepSpareDuckDb } from "../engine/spareDuckDb.ts";
export { type IngestedTogether, ingestBatch } from "../ingestBatch.ts";
export { type Ingested, ingestFile, ingestPart } from "../ingestFile.ts";
