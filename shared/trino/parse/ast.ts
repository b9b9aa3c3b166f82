import type { Type } from "../types/type.ts";

/**
 * Syntax tree nodes. The set is closed: queries cannot contain anything else, and the writer has one case per node. `at` is
 * the offset of the node's first character in the query.
 */
export interface Name {
  text: string;
  quoted: boolean;
  at: number;
}

export type BinaryOperator = "+" | "-" | "*" | "/" | "%" | "||" | Comparison;
export type Comparison = "=" | "<>" | "<" | "<=" | ">" | ">=";
/** Result of a JSON function for a path that matches nothing or fails. */
export interface JsonOtherwise {
  kind: "NULL" | "ERROR" | "DEFAULT" | "TRUE" | "FALSE" | "UNKNOWN" | "EMPTY ARRAY" | "EMPTY OBJECT";
  value?: Expression;
}

/** Clauses of the SQL standard's JSON functions. */
export interface JsonOptions {
  returning?: Type;
  wrapper?: "CONDITIONAL" | "UNCONDITIONAL";
  omitQuotes?: boolean;
  onEmpty?: JsonOtherwise;
  onError?: JsonOtherwise;
  /** JSON_OBJECT keys, in argument order. */
  keys?: Expression[];
  /** True for each JSON_OBJECT or JSON_ARRAY argument that is JSON text. */
  asJson?: boolean[];
  keepsNulls?: boolean;
  /** True if JSON_OBJECT rejects repeated keys. */
  uniqueKeys?: boolean;
}

export interface Call {
  kind: "call";
  at: number;
  /** Name in lowercase. */
  name: string;
  args: Expression[];
  /** True for EXTRACT, which is parsed as the function named after its field. */
  extracted?: boolean;
  json?: JsonOptions;
  /** True for `count(*)`. */
  star: boolean;
  distinct: boolean;
  orderBy: SortItem[];
  filter?: Expression;
  nulls?: "IGNORE" | "RESPECT";
  over?: Window | Name;
}

/** Name that is known when a query is compiled, such as `current_catalog`. */
export type CurrentName = "catalog" | "schema" | "user";

export type Expression =
  | { kind: "string"; at: number; value: string }
  | { kind: "number"; at: number; type: "integer" | "decimal" | "double"; value: string }
  | { kind: "boolean"; at: number; value: boolean }
  | { kind: "null"; at: number }
  | { kind: "typed"; at: number; type: Type; value: string; current?: CurrentName }
  | { kind: "bytes"; at: number; hex: string }
  | { kind: "interval"; at: number; value: number; unit: "MILLISECOND" | "MONTH" }
  | { kind: "atZone"; at: number; of: Expression; zone: Expression }
  | { kind: "column"; at: number; parts: Name[] }
  | { kind: "field"; at: number; of: Expression; name: Name }
  | { kind: "subscript"; at: number; of: Expression; index: Expression }
  | { kind: "negate" | "plus" | "not"; at: number; of: Expression }
  | { kind: "binary"; at: number; operator: BinaryOperator; left: Expression; right: Expression }
  | { kind: "and" | "or"; at: number; terms: Expression[] }
  | { kind: "isNull"; at: number; of: Expression; not: boolean }
  | { kind: "distinctFrom"; at: number; left: Expression; right: Expression; not: boolean }
  | { kind: "between"; at: number; of: Expression; low: Expression; high: Expression; not: boolean }
  | { kind: "inList"; at: number; of: Expression; items: Expression[]; not: boolean }
  | { kind: "inQuery"; at: number; of: Expression; query: Query; not: boolean }
  | { kind: "like"; at: number; of: Expression; pattern: Expression; escape?: Expression; not: boolean }
  | {
      kind: "quantified";
      at: number;
      operator: Comparison;
      all: boolean;
      of: Expression;
      query: Query;
    }
  | { kind: "exists" | "scalarQuery"; at: number; query: Query }
  | { kind: "case"; at: number; of?: Expression; whens: [Expression, Expression][]; otherwise?: Expression }
  | { kind: "cast"; at: number; of: Expression; to: Type; orNull: boolean; implicit?: string }
  | { kind: "array" | "row"; at: number; items: Expression[] }
  | { kind: "lambda"; at: number; parameters: Name[]; body: Expression }
  | Call;

export interface SortItem {
  of: Expression;
  descending: boolean;
  nullsFirst: boolean;
}

export interface Window {
  kind: "window";
  at: number;
  base?: Name;
  partitionBy: Expression[];
  orderBy: SortItem[];
  frame?: Frame;
}

export interface Frame {
  unit: "ROWS" | "RANGE" | "GROUPS";
  from: FrameBound;
  to?: FrameBound;
}

export type FrameBound =
  | { kind: "UNBOUNDED PRECEDING" | "UNBOUNDED FOLLOWING" | "CURRENT ROW" }
  | { kind: "PRECEDING" | "FOLLOWING"; by: Expression };

/** SELECT items. `source` is the text of an aliased expression. */
export type SelectItem =
  | { kind: "star"; at: number; table?: Name; aliases?: Name[] }
  | { kind: "fields"; at: number; of: Expression; aliases: Name[] }
  | { kind: "item"; at: number; of: Expression; alias?: Name; source?: string };

export type Grouping =
  | { kind: "by"; of: Expression }
  | { kind: "ROLLUP" | "CUBE"; of: Expression[] }
  | { kind: "GROUPING SETS"; sets: Expression[][] }
  | { kind: "all" };

export interface Select {
  kind: "select";
  at: number;
  distinct: boolean;
  items: SelectItem[];
  from: FromItem[];
  where?: Expression;
  groupBy: Grouping[];
  /** True for GROUP BY DISTINCT, which removes repeated grouping sets. */
  distinctSets?: boolean;
  having?: Expression;
  windows: { name: Name; window: Window }[];
}

export type QueryBody =
  | Select
  | { kind: "values"; at: number; rows: ValuesRow[] }
  | { kind: "set"; at: number; operator: SetOperator; all: boolean; left: QueryBody; right: QueryBody }
  | { kind: "nested"; at: number; query: Query };
/** VALUES row; a single unparenthesized value of type ROW stands for its fields. */
export interface ValuesRow {
  items: Expression[];
  isAlone: boolean;
}

export type SetOperator = "UNION" | "INTERSECT" | "EXCEPT";

export interface Query {
  at: number;
  recursive: boolean;
  ctes: Cte[];
  body: QueryBody;
  orderBy: SortItem[];
  offset?: Expression;
  limit?: Expression;
  /** True for FETCH … WITH TIES. */
  withTies?: boolean;
}

export interface Cte {
  name: Name;
  columns: Name[];
  query: Query;
}

export interface TableName {
  kind: "table";
  at: number;
  /** One or three parts. */
  parts: Name[];
  /** Version ID, or an ISO 8601 instant. */
  version?: string;
  alias?: Name;
  columns: Name[];
}

export interface Unnest {
  kind: "unnest";
  at: number;
  arrays: Expression[];
  ordinality: boolean;
  alias?: Name;
  columns: Name[];
}

export type FromItem =
  | TableName
  | Unnest
  | { kind: "subquery"; at: number; query: Query; lateral: boolean; alias?: Name; columns: Name[] }
  | { kind: "group"; at: number; of: FromItem }
  | { kind: "sample"; at: number; of: FromItem; percent: number }
  | Join;

export interface Join {
  kind: "join";
  at: number;
  type: "INNER" | "LEFT" | "RIGHT" | "FULL" | "CROSS";
  left: FromItem;
  right: FromItem;
  on?: Expression;
  using?: Name[];
}

/** Function of WITH FUNCTION, whose calls are replaced by its expression. */
export interface InlineFunction {
  parameters: { name: Name; type: Type }[];
  result: Type;
  body: Expression;
  /** True if the result is NULL for a NULL argument. */
  isStrict: boolean;
}
