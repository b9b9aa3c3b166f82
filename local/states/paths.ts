import { JSONPath } from "jsonpath-plus";
import type { Json } from "./definition.ts";
import { runtimeError, StateError } from "./stateError.ts";

const NAMES = /^\$(?:\.[A-Za-z_]\w*)*$/;
const NAMES_AND_INDEXES = /^\$(?:\.[A-Za-z_]\w*|\[\d+\])*$/;
const ITEM = "$$.Map.Item";
const ITEM_PATH = /^\$\$\.Map\.Item\.(?:Index|Value)(?:\.[A-Za-z_]\w*|\[\d+\])*$/;

/** Returns the reason that a path to read is invalid; undefined if it is valid. */
export function pathProblem(path: string): string | undefined {
  if (NAMES_AND_INDEXES.test(path)) return undefined;
  return `the path ${path} is not supported. Use only names and indexes, as in $.a.b[0].`;
}

/** Returns the reason that a ResultPath is invalid; undefined if it is valid. */
export function resultPathProblem(path: string | null | undefined): string | undefined {
  if (path === undefined || path === null || NAMES.test(path)) return undefined;
  return `the ResultPath ${path} is not supported. Use only names, as in $.a.b.`;
}

/** Finds unsupported features in an ItemSelector. */
export function* selectorProblems(selector: Json): Generator<string> {
  if (typeof selector !== "object" || selector === null) return;
  for (const [key, value] of Object.entries(selector)) {
    if (Array.isArray(selector) || !key.endsWith(".$")) {
      yield* selectorProblems(value);
      continue;
    }
    const problem = selectorPathProblem(value);
    if (problem !== undefined) yield `${key}: ${problem}`;
  }
}

function selectorPathProblem(path: Json): string | undefined {
  if (typeof path !== "string" || !path.startsWith("$"))
    return "must be a path: functions are not supported.";
  if (!path.startsWith("$$")) return pathProblem(path);
  if (ITEM_PATH.test(path)) return undefined;
  return `the path ${path} is not supported. Only ${ITEM}.Index and ${ITEM}.Value are available from the context.`;
}

/** Reads the value at a path. A path without a value is a States.Runtime error. */
export function readPath(path: string, data: Json): Json {
  // Wrapped in an object because the library finds nothing in null, false, 0 and "".
  const [value] = JSONPath({ path: `$.data${path.slice(1)}`, json: { data }, eval: false }) as Json[];
  if (value !== undefined) return value;
  throw runtimeError(`Path expression '${path}' does not point to a value`);
}

/** Builds the input of a Map item: fields that end in `.$` get the value at their path, and others stay unchanged. */
export function selectItem(selector: Json, input: Json, item: { Index: number; Value: Json }): Json {
  if (Array.isArray(selector)) return selector.map((inner) => selectItem(inner, input, item));
  if (typeof selector !== "object" || selector === null) return selector;
  const fields = Object.entries(selector).map(([key, value]): [string, Json] => {
    if (!key.endsWith(".$")) return [key, selectItem(value, input, item)];
    const path = String(value);
    const selected = path.startsWith("$$")
      ? readPath(`$${path.slice(ITEM.length)}`, item)
      : readPath(path, input);
    return [key.slice(0, -2), selected];
  });
  return Object.fromEntries(fields);
}

/**
 * Puts a result into a state's input. The path is absent or `$` (only the result), null (only the input), or a
 * location.
 */
export function placeResult(path: string | null | undefined, input: Json, result: Json): Json {
  if (path === null) return input;
  const [, ...names] = JSONPath.toPathArray(path ?? "$");
  return insertAt(names, input, result);
}

function insertAt([name, ...rest]: string[], target: Json, result: Json): Json {
  if (name === undefined) return result;
  if (typeof target !== "object" || target === null || Array.isArray(target)) {
    throw new StateError("States.ResultPathMatchFailure", `There is no object in which to store ${name}.`);
  }
  const inner = Object.hasOwn(target, name) ? (target[name] as Json) : {};
  return { ...target, [name]: insertAt(rest, inner, result) };
}
