import type { Column, FileStatistics } from "@pdp/basics/columns";
import type { CurrentNames } from "./currentNames.ts";
import type { Cte, Query, TableName } from "./parse/ast.ts";
import type { SessionZone } from "./types/sessionZone.ts";
import type { Type } from "./types/type.ts";

/** Immutable Parquet object that belongs to a table. */
export interface RelationFile {
  key: string;
  /** Number of visible rows. */
  rows: number;
  bytes: number;
  /** Load that added all rows of the file; unknown for anything other than a table data file. */
  load_id?: string;
  /** Loads to exclude from the visible rows, by column `__load_id`. */
  hidden_loads?: readonly string[];
  /** Loads to which the visible rows are limited, by column `__load_id`; all if absent. */
  only_loads?: readonly string[];
  /** Loads in a merged file. */
  loads?: readonly { load_id: string }[];
  statistics?: FileStatistics;
}

/**
 * Relation for a table name at a version: the columns and visible files at that table version, the text of a view, or rows.
 * Names in a view are resolved like those in the query, unless the view has a separate resolver.
 */
export type Relation =
  | ({ kind: "TABLE"; columns: Column[]; files: RelationFile[]; version?: string } & Held)
  | RowsRelation
  | ({ kind: "VIEW"; query: string; names?: NameScope; requireSame?: RequireSame } & Held);

/**
 * ID of the table or view that a reference resolves to, and the version in which it had this name, unless that is the latest
 * version.
 */
export interface Held {
  id?: string;
  heldAt?: string;
}

/**
 * Checks that a reference in a view resolves to the table that the view was defined on, or to a table that had the name at an
 * earlier version being read. Otherwise throws the error to show to the reader.
 */
export type RequireSame = (reference: string, holder: Held) => Promise<void>;

/** Returns whether a row with these values, by column, may count in a query. */
export type RowFilter = (values: Readonly<Record<string, string>>) => boolean;

/** Rows without files: strings or nulls, cast to the scalar types of their columns. */
export interface RowsRelation {
  kind: "ROWS";
  columns: Column[];
  rows: readonly (readonly (string | null)[])[];
  /** Reads the rows once all uses of the relation are known. Rows that do not count may be missing. */
  load?: (mayCount: RowFilter) => Promise<RowsRelation["rows"]>;
}

/** Resolver for names in a query text, and the version to read unless the text requests another. */
export interface NameScope {
  resolve: ResolveRelation;
  version?: string;
  /** Id of the user who runs the query, for `current_user`. */
  user?: string;
  /** Time zone of the user's session. Defaults to UTC. A view, and the data of a task, always use UTC. */
  zone?: SessionZone;
  /** True if the result is written for Trino's clients, whose times have up to 12 digits. */
  forClient?: boolean;
}

/**
 * Resolves a reference (as written: `t` or `tasks.task_1.name`) at a version. The version is an ID, an ISO 8601 instant (the
 * latest version at that time), or undefined for the current version. Throws DomainError for a table or version that does not
 * exist.
 */
export interface ResolveRelation {
  (reference: string, version: string | undefined): Promise<Relation>;
  /** Returns whether names may begin with a catalog, given in lowercase. If absent, only the platform's catalog is allowed. */
  isCatalog?: (name: string) => boolean;
  /** Name of the tables' catalog if it differs from that of workspaces. */
  catalog?: string;
  /** Name of the tables' schema if it differs from that of workspaces. */
  schema?: string;
}

/** Table rows under the generated name in a compiled query. */
export interface NamedRelation {
  name: string;
  columns: Column[];
  files: RelationFile[];
  /** True if the hidden columns follow the visible ones. */
  showsHidden?: boolean;
  /** Rows without files; `files` is then empty. */
  rows?: RowsRelation["rows"];
  load?: RowsRelation["load"];
  /** First reference as written, and the table version. */
  reference?: string;
  version?: string;
  /** Column names used in the query. */
  named?: Set<string>;
  /** Returns whether a file may contain rows that count in the query; if absent, all files may. */
  mayHoldRows?: (file: RelationFile) => boolean;
}

/** DuckDB SQL that reads only `relations`. */
export interface ExecutableQuery {
  sql: string;
  relations: NamedRelation[];
  /** Query as written by its author, used for error positions. */
  text: string;
  /** References to the views that are read; none if absent. */
  views?: string[];
  /**
   * Lines of text above the measured plan. If present, the query is run for its plan: the result is a single string, and the
   * rows are discarded.
   */
  analyzed?: string[];
}

/** Checked query. `sql` is generated from `tree`; engines with other dialects also generate their SQL from it. */
export interface CompiledQuery extends ExecutableQuery {
  tree: QueryTree;
  /** References to the views that are read. */
  views: string[];
  /** Name of the session's time zone, if it is not UTC and the query depends on it. */
  zone?: string;
  columns: { name: string; type: Type }[];
}

/**
 * Syntax tree of a query, with generated names for its tables and WITH queries. These names are the same in every dialect.
 */
export interface TextTree {
  query: Query;
  nameOfTable: (table: TableName) => string;
  nameOfCte: (cte: Cte) => string;
  current: CurrentNames;
}

export interface QueryTree extends TextTree {
  /** Views that are read, by generated name, in dependency order. */
  views: { name: string; tree: TextTree }[];
  /**
   * Returns the query's DuckDB SQL with different columns or clauses; nodes that name tables must come from the tree.
   */
  duckdbSql: (query: Query) => string;
  /** Returns the Trino column types of a query with different columns or clauses. */
  typesOf: (query: Query) => Type[];
}
