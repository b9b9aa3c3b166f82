import type { Problem } from "#client/errors.ts";
import type { CliCommand } from "./command.ts";

/** Call of a command, which names the fields of its requests. */
export interface Call {
  name: string;
  spec: Pick<CliCommand, "arguments" | "options">;
  /** Options that the user typed, in the notation of commander. */
  typed: Readonly<Record<string, unknown>>;
}

/**
 * Flags and arguments that make a field of a request and have a different name. `*` stands for one segment; an entry covers
 * the fields inside it. The first entry with a flag or argument of the called command applies.
 */
export const RENAMED: readonly (readonly [field: string, words: readonly string[]])[] = [
  ["context", ["--project", "--round"]],
  ["display_name", ["--name"]],
  ["idempotency_key", ["--key"]],
  ["first_position", ["--first-number"]],
  ["references", ["sequence", "name"]],
  ["reference", ["table", "--table", "--into"]],
  ["new_reference", ["name"]],
  ["load_id", ["--load", "load"]],
  ["id", ["load", "task", "table", "project", "round", "structure", "order", "--load"]],
  ["version_id", ["--as-of", "version"]],
  ["project_id", ["--project", "project"]],
  ["designs", ["--task", "--table", "--query"]],
  ["plates.*.controls", ["--parent", "--best", "--negative", "--blank"]],
  ["plates", ["--plate"]],
  ["start_codon", ["--start"]],
  ["stop_codon", ["--stop"]],
  ["columns.*.name", ["--rename", "--add"]],
  ["columns.*.metadata", ["--kind"]],
  ["missing_values", ["--missing"]],
  ["corrections", ["--correct"]],
  ["exclusions", ["--exclude"]],
  ["sequence_from", ["--reference"]],
  ["tables", ["--into"]],
  ["parameters.dataset.version_id", ["--as-of"]],
  ["parameters.dataset.features", ["--feature"]],
  ["parameters.assays", ["--assay"]],
  ["parameters.include_unlike_sequences", ["--include-unlike"]],
  ["parameters.generator.max_mutations", ["--mutations"]],
  ["parameters.generator.template.sampler", ["--models"]],
  ["parameters.generator.requirements.*.apply_to.within", ["--protect-near"]],
  ["parameters.generator.requirements.*.apply_to.of", ["--protect-near"]],
  ["parameters.generator.requirements.*.apply_to.buried", ["--protect-buried"]],
  ["parameters.generator.requirements.*.apply_to.exposed", ["--protect-exposed"]],
  ["parameters.generator.requirements.*.apply_to.region", ["--protect-region"]],
  ["parameters.generator.requirements.*.apply_to.scheme", ["--protect-region"]],
  ["parameters.generator.forbid_liabilities", ["--forbid"]],
  ["parameters.generator.requirements.*.apply_to", ["--protect"]],
  ["parameters.generator.requirements.*.motifs", ["--avoid"]],
  ["parameters.generator.requirements", ["--protect", "--protect-near", "--avoid"]],
  ["parameters.ranker.primary_objective.reference", ["--beat", "--target"]],
  ["parameters.ranker.primary_objective.weight", ["--weight"]],
  ["parameters.ranker.primary_objective", ["--maximize", "--minimize", "--target"]],
  ["parameters.ranker.secondary_objectives.*.reference", ["--target"]],
  ["parameters.ranker.secondary_objectives.*.weight", ["--weight"]],
  ["parameters.ranker.secondary_objectives", ["--maximize", "--minimize", "--target"]],
  ["parameters.ranker.scorer_config", ["--models"]],
  ["parameters.ranker.max_mutation_frequency", ["--mutation-frequency"]],
  ["parameters.filterers", ["--at-least", "--at-most"]],
  ["parameters.num_assemblies", ["--number"]],
  ["parameters.scorer", ["--models"]],
];

const PATTERNS = RENAMED.map(([field, words]) => ({ segments: field.split("."), words }));

/** Option that passes a file with fields of the API; its problems keep their paths. */
const FILES = ["file", "config"] as const;

/** Describes the invalid fields of a request in the words that the user typed. */
export function problemWords(problems: readonly Problem[], call: Call | undefined): string {
  return problems.map(({ loc, msg }) => `${fieldWords(loc, call)}: ${msg}`).join("; ");
}

/** Names a field by the flag or argument that made it, by its path in the user's file, or in plain words. */
export function fieldWords(loc: readonly (string | number)[], call: Call | undefined): string {
  // A user of `pdp api` typed the fields themselves.
  if (call?.name === "api") return loc.join(".");
  const [, ...inside] = loc.map(String);
  const file = FILES.map((name) => call?.typed[name]).find((path) => typeof path === "string");
  if (file !== undefined && call?.name !== "sql") {
    const path = inside[0] === "parameters" ? inside.slice(1) : inside;
    if (path.length > 0) return `${path.join(".")} in ${file}`;
  }
  const words = call && flagsOf(inside, call);
  return words === undefined || words.length === 0 ? plainWords(inside) : words.join(" or ");
}

/** Returns the typed flags for a field, or all of its flags if none was typed; empty if the command has none. */
function flagsOf(path: readonly string[], { spec, typed }: Call): string[] {
  const known = new Set([
    ...(spec.options ?? []).flatMap(([flags]) => /--[a-z-]+/.exec(flags) ?? []),
    ...(spec.arguments ?? []).map(([name]) => name.replace(/[<>[\].]/g, "")),
  ]);
  // The table of a load is an object inside its request.
  const fieldPath = path[0] === "tables" && path.length > 2 ? path.slice(2) : path;
  for (const { segments, words } of PATTERNS) {
    if (
      !segments.every(
        (segment, at) => segment === fieldPath[at] || (segment === "*" && at < fieldPath.length),
      )
    )
      continue;
    const flags = words.filter((word) => known.has(word));
    const used = flags.filter((flag) => typed[optionKey(flag)] !== undefined);
    if (flags.length > 0) return used.length > 0 ? used : flags;
  }
  // Other flags and arguments have the name of their field. The innermost one is the most specific.
  const names = fieldPath.toReversed().flatMap((segment) => [`--${segment.replaceAll("_", "-")}`, segment]);
  return names.filter((name) => known.has(name)).slice(0, 1);
}

function optionKey(flag: string): string {
  return flag.slice(2).replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}

/** Returns the path of a field in words: `["parameters", "generator", "max_mutations"]` is "generator max mutations". */
function plainWords(path: readonly string[]): string {
  const [first, ...rest] = path;
  const shown = first === "parameters" && rest.length > 0 ? rest : path;
  return shown.length === 0 ? "the request" : shown.join(" ").replaceAll("_", " ");
}
