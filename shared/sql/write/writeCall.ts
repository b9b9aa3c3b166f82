import { identifier } from "#shared/duckdb/quoting.ts";
import { shortName } from "#shared/sql/boundMessage.ts";
import type {
  AggregateFunction,
  Argument,
  ScalarFunction,
  TrinoFunction,
  WindowFunction,
} from "#shared/sql/functions/functionKinds.ts";
import { trinoFunctions } from "#shared/sql/functions/trinoFunctions.ts";
import { nearest } from "#shared/sql/nearest.ts";
import type { Call, Expression, Name, SortItem, Window } from "#shared/sql/parse/ast.ts";
import { refuse, type Writing, writeCondition } from "./writing.ts";

/** Writes a function call with Trino's meaning. Throws for functions that are not supported. */
export function writeCall(call: Call, writing: Writing): Argument {
  const found = trinoFunctions.get(call.name);
  if (!found) {
    const meant = nearest(call.name, trinoFunctions.keys());
    throw refuse(
      "unknown_function",
      `Function ${shortName(call.name)} is not available${meant}`,
      call.at,
      writing,
    );
  }
  checkUse(call, found, writing);
  const within = call.name === "try" ? { ...writing, inTry: true } : writing;
  const lambdas = found.kind === "scalar" ? (found.lambdas ?? {}) : {};
  const args = call.args.map((argument, index) => writeArgument(call, argument, lambdas[index], within));
  const sql =
    found.kind === "scalar"
      ? writeScalar(found, args, writing)
      : found.kind === "aggregate"
        ? writeAggregate(found, call, args, writing)
        : writeWindowCall(found, call, args, writing);
  const returns = typeof found.returns === "function" ? found.returns(args) : found.returns;
  return { sql: `(${sql})`, kind: returns, isInterval: false };
}

function writeScalar(found: ScalarFunction, args: Argument[], writing: Writing): string {
  return found.write(args, writing);
}

function checkUse(call: Call, found: TrinoFunction, writing: Writing): void {
  const refused = (sentence: string): Error => refuse("invalid_sql", sentence, call.at, writing);
  const { name, args } = call;
  if (call.star && name !== "count") throw refused(`* is an argument of count only, not of ${name}`);
  if (args.length < found.least || args.length > found.most) {
    throw refused(`Function ${name} takes ${countText(found)}, not ${args.length}`);
  }
  if (found.kind !== "aggregate" && (call.distinct || call.orderBy.length > 0 || call.filter)) {
    throw refused(`${name} is no aggregate: DISTINCT, ORDER BY and FILTER do not apply to it`);
  }
  if (found.kind === "scalar" && call.over)
    throw refused(`${name} is no window function: OVER does not apply to it`);
  if (found.kind === "window" && !call.over)
    throw refused(`${name} needs a window: ${name}(…) OVER (ORDER BY …)`);
  if (call.nulls && !(found.kind === "window" && found.takesNulls)) {
    throw refused(`${call.nulls} NULLS does not apply to ${name}`);
  }
  if (found.kind !== "scalar" && writing.parameters.size > 0) {
    throw refused(`${name} cannot stand within a lambda: use reduce`);
  }
  if (call.star && call.distinct) throw refused("count(DISTINCT *) is not available");
  if (name === "listagg" && call.orderBy.length === 0) {
    throw refused("listagg needs an order: listagg(x, ',') WITHIN GROUP (ORDER BY x)");
  }
  if (call.over && (call.distinct || call.orderBy.length > 0)) {
    throw refused("DISTINCT and ORDER BY within an aggregate do not go together with OVER");
  }
}

function countText({ least, most }: TrinoFunction): string {
  const plural = (count: number): string => (count === 1 ? "1 argument" : `${count} arguments`);
  return least === most ? plural(least) : `${least} to ${plural(most)}`;
}

function writeArgument(
  call: Call,
  argument: Expression,
  parameters: number | undefined,
  writing: Writing,
): Argument {
  if (parameters === undefined || argument.kind !== "lambda") {
    if (parameters !== undefined) {
      throw refuse(
        "invalid_sql",
        `${call.name} needs a lambda here, such as x -> x + 1`,
        argument.at,
        writing,
      );
    }
    return writing.expression(argument, writing);
  }
  if (argument.parameters.length !== parameters) {
    throw refuse(
      "invalid_sql",
      `This lambda of ${call.name} has ${parameters} parameters`,
      argument.at,
      writing,
    );
  }
  return writeLambda(argument, writing);
}

function writeLambda(lambda: Extract<Expression, { kind: "lambda" }>, writing: Writing): Argument {
  const inner = new Map(writing.parameters);
  const names = lambda.parameters.map((parameter) => {
    const name = `__p${inner.size + 1}`;
    inner.set(parameter.text.toLowerCase(), name);
    return identifier(name);
  });
  const body = writing.expression(lambda.body, { ...writing, parameters: inner }).sql;
  return {
    sql: `lambda ${names.join(", ")}: ${body}`,
    kind: undefined,
    isInterval: false,
    lambda: names.length,
  };
}

function writeAggregate(found: AggregateFunction, call: Call, args: Argument[], writing: Writing): string {
  const written = found.arguments?.(args) ?? args.map(({ sql }) => sql);
  const distinct = call.distinct ? "DISTINCT " : "";
  const order = call.orderBy.length > 0 ? ` ${writeOrder(call.orderBy, writing)}` : "";
  const filter = call.filter ? ` FILTER (WHERE ${writeCondition(call.filter, writing)})` : "";
  const content = call.star || call.args.length === 0 ? "*" : `${distinct}${written.join(", ")}${order}`;
  const sql = `${found.name}(${content})${filter}${writeOver(call.over, writing)}`;
  return found.finish?.(sql, args) ?? sql;
}

function writeWindowCall(found: WindowFunction, call: Call, args: Argument[], writing: Writing): string {
  const nulls = call.nulls === "IGNORE" ? " IGNORE NULLS" : "";
  return `${found.name}(${args.map(({ sql }) => sql).join(", ")}${nulls})${writeOver(call.over, writing)}`;
}

function writeOver(over: Window | Name | undefined, writing: Writing): string {
  if (!over) return "";
  return ` OVER ${"kind" in over ? writeWindow(over, writing) : windowName(over, writing)}`;
}

function windowName(name: Name, writing: Writing): string {
  if (writing.windows?.has(name.text.toLowerCase())) return identifier(name.text);
  throw refuse(
    "invalid_sql",
    `There is no window ${name.text}: name it with WINDOW ${name.text} AS (…)`,
    name.at,
    writing,
  );
}

export function writeWindow(window: Window, writing: Writing): string {
  const parts: string[] = [];
  if (window.base) parts.push(windowName(window.base, writing));
  if (window.partitionBy.length > 0) {
    parts.push(
      `PARTITION BY ${window.partitionBy.map((by) => writing.expression(by, writing).sql).join(", ")}`,
    );
  }
  if (window.orderBy.length > 0) parts.push(writeOrder(window.orderBy, writing));
  if (window.frame) parts.push(writeFrame(window.frame, writing));
  return `(${parts.join(" ")})`;
}

function writeFrame(frame: NonNullable<Window["frame"]>, writing: Writing): string {
  const bound = (of: typeof frame.from): string =>
    "by" in of ? `${writing.expression(of.by, writing).sql} ${of.kind}` : of.kind;
  return frame.to
    ? `${frame.unit} BETWEEN ${bound(frame.from)} AND ${bound(frame.to)}`
    : `${frame.unit} ${bound(frame.from)}`;
}

/** Writes `ORDER BY …`, with missing values last in both directions unless the query says otherwise. */
export function writeOrder(items: SortItem[], writing: Writing): string {
  const written = items.map(
    ({ of, descending, nullsFirst }) =>
      `${writing.expression(of, writing).sql} ${descending ? "DESC" : "ASC"} NULLS ${nullsFirst ? "FIRST" : "LAST"}`,
  );
  return `ORDER BY ${written.join(", ")}`;
}
