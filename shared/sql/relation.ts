import type { Column } from "#shared/domain/column.ts";

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

/** A query that was checked. `sql` is DuckDB's, generated, and reads nothing but `relations`. */
export interface CompiledQuery {
  sql: string;
  relations: NamedRelation[];
  /** As its author wrote it: errors say where in it something stands. */
  text: string;
}
