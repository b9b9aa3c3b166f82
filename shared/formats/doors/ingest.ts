export {
  type ConversionLimits,
  type ConversionResult,
  copyToParquet,
  withDuckDb,
} from "../engine/convertWithDuckDb.ts";
export { lockDown, openDuckDb } from "../engine/openDuckDb.ts";
export { keepSharedEngine } from "../engine/withSharedEngine.ts";
export { type IngestedTogether, ingestBatch } from "../ingestBatch.ts";
export { type Ingested, ingestFile, ingestPart } from "../ingestFile.ts";
