export { type NumberReading, numberReadings, sureReading } from "../notations/numberReadings.ts";
export { readDateNotation } from "../notations/readDateNotation.ts";
export { isNoBinding, type NotedNumber, readNumberNotation } from "../notations/readNumberNotation.ts";
export {
  descriptorOf,
  FileFormat,
  FORMATS,
  isSequenceFormat,
  type SequenceFormat,
} from "../options/fileFormat.ts";
export {
  type DecimalSign,
  type FileOptions,
  fileOptionInputs,
  fileOptionsFrom,
  fileOptionsShown,
  statedOptions,
} from "../options/fileOptions.ts";
export type { Correction, Exclusion } from "../options/rowRules.ts";
