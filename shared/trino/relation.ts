import type { Column } from "#shared/domain/column.ts";
import type { FileStatistics } from "#shared/domain/loads/fileStatistics.ts";
import type { Cte, Query, TableName } from "./parse/ast.ts";
import type { Type } from "./types/type.ts";

/** Immutable Parquet object of a table. */
export interface RelationFile {
  key: string;
  /** Number of rows that count. */
  rows: number;
  bytes: number;
  /** Load that brought all rows of the file; unknown for files other than data files of tables. */
  load_id?: string;
  /** Loads, by the column `__load_id`, whose rows do not count. */
  hidden_loads?: readonly string[];
  /** Loads, by the column `__load_id`, whose rows alone count; all if absent. */
  only_loads?: readonly string[];
  /** Loads of a merged file. */
  loads?: readonly { load_id: string }[];
  statistics?: FileStatistics;
}

/**
 * Relation of a table name at a version: columns and visible files with the table's own version, the text of a view, or
 * rows. The names in a view are resolved like those of the query, unless it has a resolver of its own.
 */
export type Relation =
  | ({ kind: "TABLE"; columns: Column[]; files: RelationFile[]; version?: string } & Held)
  | RowsRelation
  | ({ kind: "VIEW"; query: string; names?: NameScope; requireSame?: RequireSame } & Held);

/**
 * Id of the table or view that a reference means, and the version in which it held the reference, unless that is the latest
 * one.
 */
export interface Held {
  id?: string;
  heldAt?: string;
}

/**
 * Checks that a reference in a view means the table that the view was written on, or one that held it at an earlier version
 * being read. Throws the error for the reader.
 */
export type RequireSame = (reference: string, held: Held) => Promise<void>;

/** Rows without files: texts or null, cast to the scalar types of their columns. */
export interface RowsRelation {
  kind: "ROWS";
  columns: Column[];
  rows: readonly (readonly (string | null)[])[];
}

/** Resolver of the names in a text, with the version that they are read at unless the text requests another. */
export interface NameScope {
  resolve: ResolveRelation;
  version?: string;
}

/**
 * Resolves a reference (as written: `t` or `tasks.task_1.name`) at a version: its id, an instant in ISO 8601, which is
 * the latest version then, or undefined for the current one. Throws DomainError for a table or version that does not exist.
 */
export interface ResolveRelation {
  (reference: string, version: string | undefined): Promise<Relation>;
  /** Tells whether names may begin with a catalog, given in lower case. If absent, only our own catalog is allowed. */
  isCatalog?: (name: string) => boolean;
  /** Name of the catalog of the tables, if it is not that of workspaces. */
  catalog?: string;
  /** Name of the schema of the tables, if it is not that of workspaces. */
  schema?: string;
}

/** Rows of a table under the generated name in a compiled query. */
export interface NamedRelation {
  name: string;
  columns: Column[];
  files: RelationFile[];
  /** True if it has the hidden columns after its own ones. */
  showsHidden?: boolean;
  /** Rows without files; then there are no files. */
  rows?: RowsRelation["rows"];
  /** Reference as it was first written, and the version of the table. */
  reference?: string;
  version?: string;
  /** Names of the columns that the query names. */
  named?: Set<string>;
  /** Tells whether a file may have rows that count in the query; all may if absent. */
  mayHoldRows?: (file: RelationFile) => boolean;
}

/** SQL in DuckDB's dialect that reads only `relations`. */
export interface ExecutableQuery {
  sql: string;
  relations: NamedRelation[];
  /** Query as its author wrote it, for positions in errors. */
  text: string;
  /** References of the views that are read; none if absent. */
  views?: string[];
}

/** Checked query. `sql` was generated from `tree`, from which engines with other dialects write their own. */
export interface CompiledQuery extends ExecutableQuery {
  tree: QueryTree;
  /** References of the views that are read. */
  views: string[];
  columns: { name: string; type: Type }[];
}

/**
 * Syntax tree of a text, with the generated names of its tables and WITH queries, which are the same in every dialect.
 */
export interface TextTree {
  query: Query;
  nameOfTable: (table: TableName) => string;
  nameOfCte: (cte: Cte) => string;
}

export interface QueryTree extends TextTree {
  /** Views that are read, by their generated names, each after those that it reads. */
  views: { name: string; tree: TextTree }[];
  /**
   * Returns the DuckDB SQL of the query with other columns or clauses; nodes that name tables must be those of the
   * tree.
   */
  duckdbSql: (query: Query) => string;
  /** Returns Trino's types of the columns of such a query. */
  typesOf: (query: Query) => Type[];
}
