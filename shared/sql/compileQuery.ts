import { DomainError } from "#shared/domain/errors.ts";
import { identifier } from "#shared/duckdb/quoting.ts";
import { bindTables, countReads, type TableUse } from "./bindTables.ts";
import { columnKinds } from "./functions/columnKinds.ts";
import type { Query, TableName } from "./parse/ast.ts";
import { parseTrino } from "./parse/parseTrino.ts";
import type {
  CompiledQuery,
  NamedRelation,
  QueryTree,
  Relation,
  ResolveRelation,
  TextTree,
} from "./relation.ts";
import { sqlError, withPlace } from "./sqlError.ts";
import { writeExpression } from "./write/writeExpression.ts";
import { writeQuery } from "./write/writeQuery.ts";
import { MAX_GENERATED_CHARACTERS, type Writing } from "./write/writing.ts";

const DEEPEST_VIEW = 16;
/** Maximum number of tables read; those of a view or WITH query count for each reference to it. */
const MAX_RELATIONS = 500;

/**
 * Checks a query in Trino's dialect and translates it. Names are resolved at `version` unless the query requests
 * another. Throws DomainError `malformed` with line and column for every error that the author can fix, and the errors
 * of `resolve` for a version that does not exist.
 */
export async function compileQuery(
  text: string,
  options: { resolve: ResolveRelation; version?: string },
): Promise<CompiledQuery> {
  const compilation: Compilation = {
    resolve: options.resolve,
    found: new Map(),
    relations: [],
    views: [],
    uses: 0,
    budget: { characters: MAX_GENERATED_CHARACTERS },
  };
  const { tree, write } = await compileText(text, options.version, [], compilation);
  const views = compilation.views.map(({ sql }) => sql);
  const whole: QueryTree = {
    ...tree,
    views: compilation.views,
    duckdbSql: (query) => write(query, views),
  };
  return { sql: write(tree.query, views), relations: compilation.relations, text, tree: whole };
}

interface Compilation {
  resolve: ResolveRelation;
  /** Resolved relations by reference and version. */
  found: Map<string, Found>;
  relations: NamedRelation[];
  /** Views, each after those that it reads, with its text as a WITH query: `"v1" AS NOT MATERIALIZED (…)`. */
  views: { name: string; tree: TextTree; sql: string }[];
  uses: number;
  budget: Writing["budget"];
}

interface Found {
  name: string;
  /** Undefined for a view, whose columns are not known before it runs. */
  columns?: NamedRelation["columns"];
  /** Number of tables read by one reference to it. */
  weight: number;
}

interface CompiledText {
  tree: TextTree;
  /** Number of tables that it reads. */
  weight: number;
  /** Returns the DuckDB SQL of the query, or of a variant with other clauses, after the views that it reads. */
  write: (query: Query, views: readonly string[]) => string;
}

/** Parses a text and resolves its tables. */
async function compileText(
  text: string,
  version: string | undefined,
  path: string[],
  compilation: Compilation,
): Promise<CompiledText> {
  const query = parseTrino(text);
  const bindings = withPlace(text, () => bindTables(query));
  const names = new Map<TableName, Found>();
  for (const use of bindings.tables) {
    names.set(use.table, await findRelation(use, use.table.version ?? version, path, text, compilation));
  }
  const weight = countReads(bindings.reads, (table) => names.get(table)?.weight ?? 1);
  if (weight > MAX_RELATIONS) throw tooManyRelations(text, query.at);
  const found = [...names.values()];
  const tables = found.flatMap(({ columns }) => (columns ? [columns] : []));
  const hasViews = tables.length < found.length;
  const kinds = columnKinds(query, tables);
  const writing: Writing = {
    bindings,
    relationOf: (table) => names.get(table)?.name ?? "",
    kindOfColumn: (name) => (hasViews ? undefined : kinds.get(name)),
    hasColumn: (name) => hasViews || kinds.has(name),
    parameters: new Map(),
    inTry: false,
    budget: compilation.budget,
    expression: writeExpression,
    query: writeQuery,
  };
  const tree: TextTree = {
    query,
    nameOfTable: (table) => bindings.cteUses.get(table) ?? names.get(table)?.name ?? "",
    nameOfCte: (cte) => bindings.ctes.get(cte) ?? "",
  };
  return {
    tree,
    weight,
    write: (written, views) => withPlace(text, () => writeQuery(written, writing, views)),
  };
}

async function findRelation(
  { table, reference }: TableUse,
  version: string | undefined,
  path: string[],
  text: string,
  compilation: Compilation,
): Promise<Found> {
  const folded = reference.toLowerCase();
  const key = JSON.stringify([folded, version ?? null]);
  if (path.includes(folded)) {
    const cycle = [...path.slice(path.indexOf(folded)), folded].join(" → ");
    throw sqlError("view_cycle", `The view ${reference} reads itself: ${cycle}`, text, table.at);
  }
  let found = compilation.found.get(key);
  if (!found) {
    const relation = await compilation.resolve(reference, version).catch((error: unknown) => {
      const isUnknown = error instanceof DomainError && error.code === "unknown_table";
      throw isUnknown ? sqlError("unknown_table", error.message.replace(/\.$/, ""), text, table.at) : error;
    });
    found =
      relation.kind === "TABLE"
        ? addTable(relation, compilation)
        : await addView(relation.query, reference, version, path, compilation);
    compilation.found.set(key, found);
  }
  compilation.uses += found.weight;
  if (compilation.uses > MAX_RELATIONS) {
    throw tooManyRelations(text, table.at);
  }
  return found;
}

function tooManyRelations(text: string, at: number): DomainError {
  const sentence = `The query reads more than ${MAX_RELATIONS} tables, each WITH query and view counted as often as it is read`;
  return sqlError("query_too_complex", sentence, text, at);
}

function addTable(relation: Extract<Relation, { kind: "TABLE" }>, { relations }: Compilation): Found {
  const name = `t${relations.length + 1}`;
  relations.push({ name, columns: relation.columns, files: relation.files });
  return { name, columns: relation.columns, weight: 1 };
}

async function addView(
  query: string,
  reference: string,
  version: string | undefined,
  path: string[],
  compilation: Compilation,
): Promise<Found> {
  const deeper = [...path, reference.toLowerCase()];
  if (deeper.length > DEEPEST_VIEW) {
    throw new DomainError(
      "malformed",
      "query_too_complex",
      `Views are nested more than ${DEEPEST_VIEW} deep: ${deeper.join(" → ")}.`,
    );
  }
  const before = compilation.uses;
  const { tree, sql, weight } = await compileText(query, version, deeper, compilation)
    .then(({ tree, weight, write }) => ({ tree, weight, sql: write(tree.query, []) }))
    .catch((error: unknown) => {
      throw explainInView(reference, error);
    });
  const name = `v${compilation.views.length + 1}`;
  compilation.views.push({ name, tree, sql: `${identifier(name)} AS NOT MATERIALIZED (${sql})` });
  compilation.uses = before;
  return { name, weight };
}

function explainInView(reference: string, error: unknown): unknown {
  const isPlaced = error instanceof DomainError && error.message.startsWith("In the view");
  if (!(error instanceof DomainError) || error.kind !== "malformed" || isPlaced) return error;
  return new DomainError(
    error.kind,
    error.code,
    `In the view ${reference}: ${error.message}`,
    error.problems,
  );
}
