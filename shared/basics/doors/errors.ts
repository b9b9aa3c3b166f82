export { DataProblem } from "../errors/dataProblem.ts";
export type { ErrorCode } from "../errors/errorCodes.ts";
export {
  conflict,
  DomainError,
  ERROR_KINDS,
  type ErrorKind,
  type FieldProblem,
  invalidField,
  notFound,
  type TextPosition,
} from "../errors/errors.ts";
export {
  fullStorage,
  fullStorageOfStep,
  stepStorageFull,
  storageFull,
  storageFullSentence,
} from "../errors/storageFull.ts";
