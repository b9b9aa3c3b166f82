export { CellNotation, type CellPart } from "../columns/cellNotation.ts";
export {
  type Column,
  type ColumnMetadata,
  ColumnType,
  type ItemType,
  SequenceKind,
  type ValueType,
} from "../columns/column.ts";
export { byName, ColumnName, foldName, isName, NameRule } from "../columns/columnName.ts";
export { columnType, containsType, duckDbSyntax, itemOf, type TypeSyntax } from "../columns/columnTypes.ts";
export {
  type ColumnBounds,
  countBounds,
  type FileStatistics,
  MAX_COLUMNS_WITH_STATISTICS,
  shortBounds,
} from "../columns/fileStatistics.ts";
export { differenceInLooks, looksOf, misleadingCharacter } from "../columns/lookAlikes.ts";
export { MissingValues, trimWords } from "../columns/missingValues.ts";
export { nameKey, sourceName } from "../columns/nameInFile.ts";
export { mapList, packStruct } from "../columns/nestedSql.ts";
export { fitNotations, hasDates, holdsValues, Notations, notationFault, Part } from "../columns/notation.ts";
export { NUMBER, PLAIN_NUMBER, VALUE_NUMBER } from "../columns/numberPattern.ts";
export { namesByPlace } from "../columns/placeInFile.ts";
export { identifier, literal, tableName } from "../columns/quoting.ts";
export { sameType } from "../columns/sameType.ts";
export {
  isDated,
  isNumber,
  isScalar,
  isWrittenAsText,
  SCALAR_TYPES,
  SCALARS,
  type ScalarType,
} from "../columns/scalarTypes.ts";
export { namedItemOf, type SequenceRule, sequenceKindOf, sequenceRuleOf } from "../columns/sequenceKind.ts";
export type { ScalarDescriptor, ValueKind } from "../columns/types/scalarDescriptor.ts";
