import { type Column, identifier } from "@pdp/basics/columns";
import { DomainError } from "@pdp/basics/errors";
import { bindTables, countReads, type TableUse } from "./bindTables.ts";
import { explainInView } from "./explainInView.ts";
import { expandStars, HIDDEN_COLUMNS, hiddenReads } from "./hiddenColumns.ts";
import { type LookUpScope, lookUpKey, lookUpTables } from "./lookUpTables.ts";
import type { FromItem, Query, TableName } from "./parse/ast.ts";
import { parseTrino } from "./parse/parseTrino.ts";
import { addFilter, rowFilter, type TableCondition, tableConditions } from "./prune/fileFilter.ts";
import type {
  CompiledQuery,
  NamedRelation,
  NameScope,
  QueryTree,
  Relation,
  RequireSame,
  TextTree,
} from "./relation.ts";
import { sqlError, withPlace } from "./sqlError.ts";
import { type SessionZone, UTC, writeInZone } from "./types/sessionZone.ts";
import { typeOfColumn } from "./types/type.ts";
import type { OutputColumn } from "./write/scope.ts";
import { writeExpression } from "./write/writeExpression.ts";
import { writeQuery } from "./write/writeQuery.ts";
import { writeResult } from "./write/writeResult.ts";
import { fullBudget, newWriting, type Writing, type WrittenQuery } from "./write/writing.ts";

const MAX_VIEW_DEPTH = 16;
/** Maximum number of tables read; a view or WITH query counts once per reference. */
const MAX_RELATIONS = 500;
/** Resolver errors to which the position of the table name is added. */
const PLACED = ["unknown_table", "time_not_in_history"] as const;

/**
 * Checks a query in Trino's dialect and translates it. Names are resolved at `version` unless the query requests another
 * version. Throws DomainError `malformed` with line and column for every error that the author can fix, and the errors of
 * `resolve` for a version that does not exist.
 */
export async function compileQuery(text: string, options: NameScope): Promise<CompiledQuery> {
  return compileParsed(parseTrino(text), text, options);
}

/** Compiles a query that has already been parsed. */
export async function compileParsed(query: Query, text: string, options: NameScope): Promise<CompiledQuery> {
  const compilation: Compilation = {
    resolved: new Map(),
    relationsByVariant: new Map(),
    relations: [],
    conditions: new Map(),
    views: [],
    viewNames: new Set(),
    uses: 0,
    budget: fullBudget(),
  };
  const { tree, write } = await compileText(query, text, { ...options, prefix: "" }, [], compilation);
  for (const [relation, uses] of compilation.conditions) {
    const { load } = relation;
    if (!load) addFilter(relation, uses);
    else {
      relation.rows = await load(rowFilter(uses));
      delete relation.load;
    }
  }
  const views = compilation.views.map(({ sql }) => sql);
  const whole: QueryTree = {
    ...tree,
    views: compilation.views,
    duckdbSql: (query) => write(query, views).result(),
    typesOf: (query) => write(query, views).columns.map(({ type }) => type),
  };
  const written = write(tree.query, views);
  const sql = written.result();
  return {
    sql,
    relations: compilation.relations,
    text,
    tree: whole,
    views: [...compilation.viewNames],
    ...(compilation.zone !== undefined && { zone: compilation.zone }),
    columns: written.columns.map(({ name, type }, index) => ({ name: name ?? `_col${index}`, type })),
  };
}

/** Scope of the names in one query text, including the check of each table that a view reads. */
interface TextScope extends LookUpScope {
  requireSame?: RequireSame | undefined;
  user?: string;
  zone?: SessionZone;
  forClient?: boolean;
}

interface Compilation {
  /** Relations that references resolve to, by prefix, reference and version, including pending lookups. */
  resolved: Map<string, Promise<Relation>>;
  /** Relations by the same key and by whether they show hidden columns. */
  relationsByVariant: Map<string, Found>;
  relations: NamedRelation[];
  /** Row condition for each use of a relation; undefined for a use that reads all rows. */
  conditions: Map<NamedRelation, (TableCondition | undefined)[]>;
  /** Views in dependency order, each with its text as a WITH query: `"v1" AS NOT MATERIALIZED (…)`. */
  views: { name: string; tree: TextTree; sql: string }[];
  /** References to the views, as written. */
  viewNames: Set<string>;
  uses: number;
  budget: Writing["budget"];
  /** Session's time zone that a text depends on, unless it is UTC. */
  zone?: string;
}

interface Found {
  name: string;
  columns: OutputColumn[];
  /** Visible columns of a table that also has hidden columns. */
  tableColumns?: Column[];
  /** True for table rows, false for view rows. */
  relation?: NamedRelation;
  /** Number of tables read by one reference to the relation. */
  weight: number;
}

interface CompiledText {
  tree: TextTree;
  /** Number of tables that the query reads. */
  weight: number;
  /**
   * Writes, in DuckDB's dialect, the views that the query reads, followed by the query itself or a variant with other clauses.
   * `result` is the query text with the names and types of a result.
   */
  write: (query: Query, views: readonly string[]) => WrittenQuery & { result: () => string };
}

/** Resolves the tables in a query. */
async function compileText(
  query: Query,
  text: string,
  scope: TextScope,
  path: string[],
  compilation: Compilation,
): Promise<CompiledText> {
  const bindings = withPlace(text, () => bindTables(query, scope.resolve.isCatalog ?? (() => false)));
  const names = new Map<TableName, Found>();
  const hidden = hiddenReads(query);
  const showing = new Set(hidden.flatMap(({ tables }) => tables));
  await lookUpTables(bindings.tables, scope, compilation.resolved);
  for (const use of bindings.tables) {
    names.set(use.table, await findRelation(use, showing.has(use.table), scope, path, text, compilation));
  }
  const conditions = tableConditions(query);
  for (const { table } of bindings.tables) {
    const relation = names.get(table)?.relation;
    if (!relation) continue;
    const uses = compilation.conditions.get(relation) ?? [];
    compilation.conditions.set(relation, [...uses, conditions.get(table)]);
  }
  const ownColumns = (item: FromItem): Column[] | undefined => {
    return item.kind === "table" ? names.get(item)?.tableColumns : undefined;
  };
  withPlace(text, () => {
    for (const read of hidden) expandStars(read, ownColumns);
  });
  const weight = countReads(bindings.reads, (table) => names.get(table)?.weight ?? 1);
  if (weight > MAX_RELATIONS) throw tooManyRelations(text, query.at);
  const { catalog, schema } = scope.resolve;
  // Views have the same rows for every user, and in every session.
  const current = { catalog, schema, user: path.length === 0 ? scope.user : undefined };
  const zone = (path.length === 0 ? scope.zone : undefined) ?? UTC;
  const inZone = <T>(write: () => T): T =>
    writeInZone(
      zone,
      () => withPlace(text, write),
      () => {
        compilation.zone = zone.name;
      },
    );
  const given = {
    bindings,
    relationOf: (table: TableName) => names.get(table) ?? { name: "", columns: [] },
    current,
    budget: compilation.budget,
    expression: writeExpression,
    query: writeQuery,
  };
  const tree: TextTree = {
    query,
    current,
    nameOfTable: (table) => bindings.cteUses.get(table) ?? names.get(table)?.name ?? "",
    nameOfCte: (cte) => bindings.ctes.get(cte) ?? "",
  };
  return {
    tree,
    weight,
    write: (query, views) =>
      inZone(() => {
        const writing = newWriting(given);
        const written = writeQuery(query, writing, views);
        return { ...written, result: () => inZone(() => writeResult(written, writing, scope.forClient)) };
      }),
  };
}

async function findRelation(
  { table, reference }: TableUse,
  showsHidden: boolean,
  scope: TextScope,
  path: string[],
  text: string,
  compilation: Compilation,
): Promise<Found> {
  const { version, folded, key } = lookUpKey({ table, reference }, scope);
  if (path.includes(folded)) {
    const cycle = [...path.slice(path.indexOf(folded)), folded].join(" → ");
    throw sqlError("view_cycle", `The view ${reference} reads itself: ${cycle}`, text, table.at);
  }
  const lookUp = compilation.resolved.get(key) ?? scope.resolve(reference, version);
  compilation.resolved.set(key, lookUp);
  const relation = await lookUp.catch((error: unknown) => {
    const code = error instanceof DomainError && PLACED.find((placed) => placed === error.code);
    throw code ? sqlError(code, (error as Error).message.replace(/\.$/, ""), text, table.at) : error;
  });
  if (relation.kind !== "ROWS") await scope.requireSame?.(reference, relation);
  const variant = showsHidden && relation.kind === "TABLE" ? `hidden ${key}` : key;
  let entry = compilation.relationsByVariant.get(variant);
  if (!entry) {
    entry =
      relation.kind !== "VIEW"
        ? addTable(relation, reference, variant !== key, compilation)
        : await addView(relation, reference, { ...scope, version }, path, compilation);
    compilation.relationsByVariant.set(variant, entry);
  }
  compilation.uses += entry.weight;
  if (compilation.uses > MAX_RELATIONS) {
    throw tooManyRelations(text, table.at);
  }
  return entry;
}

function tooManyRelations(text: string, at: number): DomainError {
  const sentence = `The query reads more than ${MAX_RELATIONS} tables, counting each WITH query and view as often as it is read`;
  return sqlError("query_too_complex", sentence, text, at);
}

function addTable(
  relation: Exclude<Relation, { kind: "VIEW" }>,
  reference: string,
  showsHidden: boolean,
  { relations }: Compilation,
): Found {
  const name = `t${relations.length + 1}`;
  const { columns } = relation;
  const named = new Set<string>();
  const data =
    relation.kind === "ROWS"
      ? { files: [], rows: relation.rows, ...(relation.load && { load: relation.load }) }
      : { files: relation.files, version: relation.version };
  const added: NamedRelation = { name, columns, ...data, showsHidden, reference, named };
  relations.push(added);
  const shown = (showsHidden ? [...columns, ...HIDDEN_COLUMNS] : columns).map((column) => ({
    name: column.name,
    type: typeOfColumn(column),
    id: column.name,
    read: () => named.add(column.name),
  }));
  return { name, columns: shown, ...(showsHidden && { tableColumns: columns }), relation: added, weight: 1 };
}

async function addView(
  { query, names, requireSame }: Extract<Relation, { kind: "VIEW" }>,
  reference: string,
  outer: TextScope,
  path: string[],
  compilation: Compilation,
): Promise<Found> {
  const folded = `${outer.prefix}${reference.toLowerCase()}`;
  const deeper = [...path, folded];
  const scope = { ...(names ? { ...names, prefix: `${folded}: ` } : outer), requireSame };
  if (deeper.length > MAX_VIEW_DEPTH) {
    throw new DomainError(
      "malformed",
      "query_too_complex",
      `Views are nested more than ${MAX_VIEW_DEPTH} deep: ${deeper.join(" → ")}.`,
    );
  }
  const before = compilation.uses;
  const { tree, sql, columns, weight } = await compileText(
    parseTrino(query),
    query,
    scope,
    deeper,
    compilation,
  )
    .then(({ tree, weight, write }) => ({ tree, weight, ...write(tree.query, []) }))
    .catch((error: unknown) => {
      throw explainInView(reference, error);
    });
  const name = `v${compilation.views.length + 1}`;
  compilation.views.push({ name, tree, sql: `${identifier(name)} AS NOT MATERIALIZED (${sql})` });
  compilation.uses = before;
  compilation.viewNames.add(reference);
  return {
    name,
    columns: columns.map((column, index) => ({ ...column, name: column.name ?? `_col${index}` })),
    weight,
  };
}
