import type { FieldProblem } from "#shared/basics/errors/errors.ts";

/** Kinds of models, templates and data with a heavy and a light chain. */
const KINDS: readonly unknown[] = ["VHVL", "VH_VL", "VHVL_SAMPLER", "VHVL_SCORER"];
const CHAINS = ["vh", "vl"];
/** Fields of a body in which sequences are given. Elsewhere, such as in the tables of a load, these are ordinary names. */
const FIELDS = ["parameters", "references"];

/** Sequences are stated at most this deep; deeper bodies are refused for their depth. */
const MAX_DEPTH = 60;

const MESSAGE = 'Two chains (vh and vl) are not supported yet: use one chain, {"monomer": …}';

/** Finds sequences of two chains in a request, which would otherwise be unknown fields or kinds. */
export function findTwoChains(body: unknown): FieldProblem[] {
  if (!isObject(body)) return [];
  return FIELDS.flatMap((field) => within(body[field], ["body", field]));
}

function within(value: unknown, loc: FieldProblem["loc"]): FieldProblem[] {
  if (!isObject(value) || loc.length > MAX_DEPTH) return [];
  if (!Array.isArray(value)) {
    if (KINDS.includes(value.kind)) return [problem([...loc, "kind"])];
    if (CHAINS.some((chain) => value[chain] !== undefined && value[chain] !== null)) return [problem(loc)];
  }
  return (
    Object.entries(value)
      // Columns of rows can have any name.
      .filter(([key]) => key !== "rows")
      .flatMap(([key, inner]) => within(inner, [...loc, Array.isArray(value) ? Number(key) : key]))
  );
}

function problem(loc: FieldProblem["loc"]): FieldProblem {
  return { loc, msg: MESSAGE, type: "value_error" };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
