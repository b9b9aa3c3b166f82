import { byName, type Column, foldName, type ItemType, SCALARS } from "@pdp/basics/columns";
import { conflict, type DomainError } from "@pdp/basics/errors";
import { FileFormat } from "@pdp/formats/options";
import type { ColumnsInput } from "#shared/domain/columns/columnsInput.ts";
import type { ApiEvent } from "./apiEvent.ts";
import { strictResource } from "./strict/strictResource.ts";

/** Header that selects the form of the response; the setting API_COMPATIBILITY provides the default. */
const HEADER = "api-compatibility";

/** Types not named in the specification, with the types that strict clients see instead. */
const COLUMN_TYPES = new Map<string, string>(
  Object.entries(SCALARS).flatMap(([type, { specified }]) => (type === specified ? [] : [[type, specified]])),
);
/** File formats that the specification names. */
const SPECIFIED_FORMATS: readonly string[] = ["CSV", "NDJSON", "PARQUET"];
const FILE_FORMATS = new Map<string, string>(
  FileFormat.options.flatMap((format) => (SPECIFIED_FORMATS.includes(format) ? [] : [[format, "CSV"]])),
);
/** Fields with task content, which are shown unchanged. */
const FREE_FIELDS = ["parameters", "result", "data"];

/** Tells whether a response may only contain enumeration values of the specification. */
export function wantsStrictAnswer({ headers, settings }: Pick<ApiEvent, "headers" | "settings">): boolean {
  const stated = headers[HEADER]?.trim().toLowerCase();
  return stated ? stated === "strict" : settings.strictAnswers;
}

/**
 * Returns a response that every client can read. Resources without such a form are missing in lists; fetching one throws a
 * 409, and an operation that changed one returns it unchanged.
 */
export function strictAnswer(answer: unknown, isFetched: boolean): unknown {
  if (!isObject(answer)) return answer;
  if (Array.isArray(answer.items)) {
    const items = answer.items.flatMap((item) => (isObject(item) ? (strictResource(item) ?? []) : [item]));
    return knownTypes({ ...answer, items });
  }
  const shown = strictResource(answer);
  if (shown === null && isFetched) throw notRepresentable(answer);
  return knownTypes(shown ?? answer);
}

function notRepresentable({ id, parameters }: Record<string, unknown>): DomainError {
  const resource = parameters === undefined ? "artifact" : "task";
  return conflict(
    "not_representable",
    `The ${resource} ${id} has no form that strict clients know. Request it without the header API-Compatibility: strict.`,
  );
}

/** Returns a value with column types and file formats that every client knows. */
function knownTypes(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map(knownTypes);
  if (!isObject(answer)) return answer;
  const { type, nullable, columns, format } = answer;
  const shown = Object.entries(answer).map(([name, value]) => [
    name,
    FREE_FIELDS.includes(name) ? value : knownTypes(value),
  ]);
  return {
    ...Object.fromEntries(shown),
    ...(typeof nullable === "boolean" && replaced("type", type, COLUMN_TYPES)),
    ...(Array.isArray(columns) && replaced("format", format, FILE_FORMATS)),
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Restores the hidden types of columns sent by a strict client: the inverse of `strictAnswer` for existing columns.
 */
export function withHiddenTypes(stated: ColumnsInput, current: readonly Column[]): ColumnsInput {
  const known = byName(current);
  return stated.map((column) => withHiddenType(column, known.get(foldName(column))));
}

type StatedType = Pick<ColumnsInput[number], "type" | "columns" | "item_type">;

function withHiddenType<T extends StatedType>(stated: T, current: ItemType | undefined): T {
  if (!current) return stated;
  if (stated.type === COLUMN_TYPES.get(current.type)) return { ...stated, type: current.type };
  const { columns, item_type: item } = stated;
  return {
    ...stated,
    ...(columns && { columns: withHiddenTypes(columns, current.columns ?? []) }),
    ...(item && { item_type: withHiddenType(item, current.item_type) }),
  };
}

function replaced(name: string, value: unknown, names: ReadonlyMap<string, string>): Record<string, string> {
  const known = typeof value === "string" ? names.get(value) : undefined;
  return known === undefined ? {} : { [name]: known };
}
