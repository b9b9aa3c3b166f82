import type { MiddlewareObj } from "@middy/core";
import { DomainError, type FieldProblem } from "@pdp/basics/errors";
import { shorten } from "@pdp/basics/wording";
import * as v from "valibot";
import type { ApiEvent } from "./apiEvent.ts";
import { expectedWords, problemMessage } from "./problemMessage.ts";
import { findUnknownFields } from "./unknownFields.ts";

const MAX_PROBLEMS = 100;
/** Maximum nesting depth, ten times that of any valid value; recursive schemas would allow any depth. */
const MAX_DEPTH = 200;

/** Body of an operation that does not use it: any object without fields, or no JSON at all. */
export const UNUSED_BODY = "unused";

/** Validates query and body against the contract. Raises a 422 that names every invalid field and every unknown body field. */
export function validate(
  query: v.GenericSchema | undefined,
  body: v.GenericSchema | typeof UNUSED_BODY | undefined,
): MiddlewareObj<ApiEvent> {
  return {
    before: ({ event }) => {
      const problems: FieldProblem[] = [];
      const isUsed = body !== undefined && body !== UNUSED_BODY;
      const checked = {
        query: query ? check(query, presentParameters(event), "query", problems) : {},
        body: isUsed ? check(body, event.body ?? undefined, "body", problems) : undefined,
      };
      if (query) problems.push(...findRepeatedParameters(query, event));
      if (isUsed) problems.push(...findUnknownFields(event.body, checked.body, ["body"]));
      else if (body === UNUSED_BODY && !Array.isArray(event.body))
        problems.push(...findUnknownFields(event.body, {}, ["body"]));
      if (problems.length > 0) throw notValid(problems);
      event.input = checked;
    },
  };
}

/** Validates a value that was read outside the middleware, with the same errors. */
export function parseWith<T>(schema: v.GenericSchema<unknown, T>, value: unknown, source: string): T {
  const problems: FieldProblem[] = [];
  const output = check(schema, value, source, problems);
  if (problems.length === 0) return output as T;
  throw notValid(problems);
}

export function notValid(problems: readonly FieldProblem[]): DomainError {
  const shown = problems.slice(0, MAX_PROBLEMS);
  return new DomainError("invalid", "validation_error", "The request is not valid.", shown);
}

/** Returns the query parameters; an empty parameter counts as missing. */
function presentParameters({ queryStringParameters }: ApiEvent): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(queryStringParameters ?? {}).filter(([, value]) => value !== ""));
}

/** Finds parameters of the contract that were sent more than once, because it is unclear which value was meant. */
function findRepeatedParameters(
  query: v.GenericSchema,
  { repeatedParameters: repeated }: ApiEvent,
): FieldProblem[] {
  const { entries = {} } = query as { entries?: Record<string, unknown> };
  return repeated
    .filter((name) => Object.hasOwn(entries, name))
    .map((name) => ({ loc: ["query", name], msg: "Input should be given only once", type: "value_error" }));
}

function check(schema: v.GenericSchema, value: unknown, source: string, problems: FieldProblem[]): unknown {
  if (Array.isArray(value)) {
    // Every query and body is an object; the library accepts an array as an object without fields.
    problems.push(notAnObject([source]));
    return undefined;
  }
  const deep = isObject(value) && Object.keys(value).find((key) => isDeeper(value[key], MAX_DEPTH));
  if (typeof deep === "string") {
    const msg = `Input should be nested at most ${MAX_DEPTH} levels deep`;
    problems.push({ loc: [source, deep], msg, type: "value_error" });
    return undefined;
  }
  const result = v.safeParse(schema, value, { abortPipeEarly: true });
  if (result.success) {
    problems.push(...findArraysAsObjects(value, result.output, [source]));
    return result.output;
  }
  problems.push(...result.issues.slice(0, MAX_PROBLEMS).map((issue) => problemOf(issue, source)));
  return undefined;
}

/**
 * Finds arrays that the library accepted as objects without fields: the output has an object in place of the array.
 * Values that were passed through unchanged are skipped.
 */
function findArraysAsObjects(input: unknown, output: unknown, loc: FieldProblem["loc"]): FieldProblem[] {
  if (input === output || !isObject(input) || !isObject(output)) return [];
  if (Array.isArray(input)) {
    if (!Array.isArray(output)) return [notAnObject(loc)];
    return output.flatMap((item, index) => findArraysAsObjects(input[index], item, [...loc, index]));
  }
  return Object.entries(output).flatMap(([key, item]) =>
    findArraysAsObjects(input[key], item, [...loc, key]),
  );
}

function isDeeper(value: unknown, levels: number): boolean {
  if (!isObject(value)) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function notAnObject(loc: FieldProblem["loc"]): FieldProblem {
  return { loc, msg: "Input should be an object", type: "dict_type" };
}

function problemOf(issue: v.BaseIssue<unknown>, source: string): FieldProblem {
  const path = (issue.path ?? []).map((item) => item.key).filter((key) => isLocation(key));
  const missing = issue.received === "undefined";
  const problem: FieldProblem = {
    loc: [source, ...(path as (string | number)[])],
    msg: missing ? "Field required" : problemMessage(issue),
    type: missing ? "missing" : problemType(issue.type),
  };
  const input = shortenInput(issue.input);
  if (!missing && input !== undefined) problem.input = input;
  if (!missing && issue.expected) problem.ctx = { expected: expectedWords(issue.expected) };
  return problem;
}

function isLocation(key: unknown): boolean {
  return typeof key === "string" || typeof key === "number";
}

/** Returns the invalid input for the error message, shortened. */
function shortenInput(input: unknown): unknown {
  if (typeof input === "string") return shorten(input, 200);
  if (typeof input === "number" || typeof input === "boolean" || input === null) return input;
  return undefined;
}

function problemType(type: string): string {
  const known: Record<string, string> = {
    string: "string_type",
    number: "number_type",
    boolean: "bool_type",
    object: "dict_type",
    record: "dict_type",
    array: "list_type",
    picklist: "enum",
    literal: "literal_error",
    variant: "union_tag_invalid",
    min_length: "too_short",
    max_length: "too_long",
    non_empty: "too_short",
    min_value: "greater_than_equal",
    max_value: "less_than_equal",
  };
  return known[type] ?? "value_error";
}
