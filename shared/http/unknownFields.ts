import type { FieldProblem } from "@pdp/basics/errors";

/** Finds the fields of a value that its schema did not accept; `output` is the value that the schema returned. */
export function findUnknownFields(input: unknown, output: unknown, loc: FieldProblem["loc"]): FieldProblem[] {
  if (input === output || !isObject(input) || !isObject(output)) return [];
  return Object.entries(input).flatMap(([key, value]) => {
    const at = [...loc, Array.isArray(input) ? Number(key) : key];
    if (Object.hasOwn(output, key)) return findUnknownFields(value, output[key], at);
    // Clients write null for fields that they do not use.
    return value === null ? [] : [unknownField(at)];
  });
}

export function unknownField(loc: FieldProblem["loc"]): FieldProblem {
  return { loc, msg: "Unknown field: correct its name, or remove it", type: "extra_forbidden" };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
