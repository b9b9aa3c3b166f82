import type { Json } from "./definition.ts";
import { pathReader } from "./evaluate.ts";
import { callIntrinsic, isIntrinsic } from "./intrinsicFunctions.ts";
import { type Expression, parseIntrinsic } from "./parseIntrinsic.ts";

/** A payload template made ready: what `$` is, what `$$` is → the value. */
export type Template = (input: Json, context: Json) => Promise<Json>;

/** Finds the value of an expression, given the values of the paths. */
type Builder = (valueAt: (path: string) => Json) => Json;

/** Parameters, ItemSelector or ResultSelector. Throws a SyntaxError for a field `….$` that is no path or function. */
export function compileTemplate(template: Json): Template {
  const paths = new Set<string>();
  const build = compileValue(template, paths);
  if (paths.size === 0) return async () => build(nowhere);
  const ordered = [...paths];
  const read = pathReader(ordered);
  return async (input, context) => {
    const values = await read(input, context);
    const byPath = new Map(ordered.map((path, index) => [path, values[index] as Json]));
    return build((path) => byPath.get(path) as Json);
  };
}

/** One path or intrinsic function, as in a field `….$`. */
export function compileExpression(expression: string): Template {
  const template = compileTemplate({ "value.$": expression });
  return async (input, context) => ((await template(input, context)) as { value: Json }).value;
}

function nowhere(path: string): Json {
  throw new Error(`The path ${path} was not collected.`);
}

function compileValue(value: Json, paths: Set<string>): Builder {
  if (Array.isArray(value)) {
    const items = value.map((item) => compileValue(item, paths));
    return (valueAt) => items.map((item) => item(valueAt));
  }
  if (typeof value !== "object" || value === null) return () => value;
  const fields = Object.entries(value).map(([key, inner]): [string, Builder] =>
    key.endsWith(".$")
      ? [key.slice(0, -2), compileField(key, inner, paths)]
      : [key, compileValue(inner, paths)],
  );
  return (valueAt) => Object.fromEntries(fields.map(([key, inner]) => [key, inner(valueAt)]));
}

function compileField(key: string, value: Json, paths: Set<string>): Builder {
  if (typeof value !== "string") throw new SyntaxError(`${key}: must be a path or an intrinsic function.`);
  if (!value.startsWith("$")) return compileCall(parseIntrinsic(value), paths);
  paths.add(value);
  return (valueAt) => valueAt(value);
}

function compileCall(expression: Expression, paths: Set<string>): Builder {
  if (expression.kind === "literal") return () => expression.value;
  if (expression.kind === "path") {
    paths.add(expression.path);
    return (valueAt) => valueAt(expression.path);
  }
  if (expression.kind === "string") {
    const value = expression.written.replaceAll(/\\([\s\S])/g, "$1");
    return () => value;
  }
  if (!isIntrinsic(expression.name)) throw new SyntaxError(`There is no function ${expression.name}.`);
  const args = expression.args.map((arg, index) => {
    // The template of States.Format has escapes of its own.
    const isFormat = expression.name === "States.Format" && index === 0 && arg.kind === "string";
    return compileCall(isFormat ? { kind: "literal", value: arg.written } : arg, paths);
  });
  return (valueAt) =>
    callIntrinsic(
      expression.name,
      args.map((arg) => arg(valueAt)),
    );
}
