export { clientColumn } from "../types/clientColumn.ts";
export type { ClientColumn } from "../types/clientColumnType.ts";
export { DAY_OF_TIMES } from "../types/fromText.ts";
export { sessionZoneOf } from "../types/sessionZone.ts";
export { textSql } from "../types/textSql.ts";
export {
  contains,
  fieldName,
  isFine,
  isInteger,
  isNumeric,
  isText,
  itemOf,
  TIME_WITH_ZONE,
  type Type,
  typeOfColumn,
  typeText,
} from "../types/type.ts";
