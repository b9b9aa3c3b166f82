export { CATALOG, SCHEMA } from "../catalog.ts";
export { withCurrentName } from "../currentNames.ts";
export { HIDDEN_COLUMNS } from "../hiddenColumns.ts";
export type {
  CompiledQuery,
  ExecutableQuery,
  NamedRelation,
  NameScope,
  Relation,
  RelationFile,
  ResolveRelation,
  RowFilter,
  RowsRelation,
  TextTree,
} from "../relation.ts";
