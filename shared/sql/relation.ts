import type { Column } from "#shared/domain/column.ts";
import type { Cte, Query, TableName } from "./parse/ast.ts";

/** One immutable Parquet object of a table. */
export interface RelationFile {
  key: string;
  rows: number;
  bytes: number;
}

/** What a table name means at a version: columns and visible files, or the text of a view. */
export type Relation =
  | { kind: "TABLE"; columns: Column[]; files: RelationFile[] }
  | { kind: "VIEW"; query: string };

/**
 * Finds what a reference (as written: `t` or `tasks.task_1.name`) means at a version (the current one if undefined).
 * Throws DomainError for a table or version that is not there.
 */
export type ResolveRelation = (reference: string, version: string | undefined) => Promise<Relation>;

/** A table's rows under the name by which a compiled query's text reads them. */
export interface NamedRelation {
  name: string;
  columns: Column[];
  files: RelationFile[];
}

/** Text in DuckDB's dialect that reads nothing but `relations`. */
export interface ExecutableQuery {
  sql: string;
  relations: NamedRelation[];
  /** As its author wrote it: errors say where in it something stands. */
  text: string;
}

/** A query that was checked. `sql` was generated from `tree`, which is what an engine with another dialect writes. */
export interface CompiledQuery extends ExecutableQuery {
  tree: QueryTree;
}

/** A text's syntax tree, with the generated names that its tables and WITH queries have in every dialect. */
export interface TextTree {
  query: Query;
  nameOfTable: (table: TableName) => string;
  nameOfCte: (cte: Cte) => string;
}

export interface QueryTree extends TextTree {
  /** The views that are read, by their generated names, each after those that it reads. */
  views: { name: string; tree: TextTree }[];
  /** DuckDB's text of the query with other columns or clauses: nodes that name tables must be the tree's own. */
  duckdbSql: (query: Query) => string;
}
