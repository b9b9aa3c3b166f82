export {
  aliasOf,
  columnList,
  type Dialect,
  sortDirection,
  withQueries,
  writeClauses,
  writeList,
  writeOrder,
  writeOver,
  writeWindow,
} from "../write/clauses.ts";
