import { isId } from "#shared/domain/id.ts";
import { isExportedObject } from "#shared/domain/transfers/exportFormat.ts";
import { PACKED } from "#shared/store/dynamodb/jsonFields.ts";
import { type ExportedRecord, RECORD_FILES } from "#shared/store/exportedLists.ts";
import { type ImportIndex, UnfitExport } from "./importIndex.ts";

/*
 * An export comes from outside, so nothing in it is believed. Keys of records are composed from the importing workspace's id
 * and checked names of lists. Values that name objects or are written into SQL unquoted must be what they claim to be.
 */

/** Fields that name an object. */
const KEYS = new Set(["key", "manifest_key", "report_key", "files_key", "layout_key", "result_key"]);
/** Fields with an id, or null. Engines write some of them into SQL. */
const IDS = new Set([
  ...["load_id", "file_id", "table_id", "version_id", "task_id", "project_id", "round_id", "artifact_id"],
  ...["erasure_id", "order_id", "snapshot_id", "first_load", "last_load"],
]);
/** Fields with a list of ids. */
const ID_LISTS = new Set(["hidden_loads", "only_loads", "file_ids"]);
/** Fields with the number of an attempt: readers walk through all attempts. */
const ATTEMPTS = new Set(["attempt", "first_attempt"]);
const MAX_ATTEMPT = 9_999;
/** Limits of the store, whose items have up to 400 KB, 32 levels, and numbers from 1e-130 to 1e125. */
const MAX_DEPTH = 30;
const MAX_ITEM_BYTES = 400 * 1024;
const [MIN_NUMBER, MAX_NUMBER] = [1e-130, 1e125];
/** Attributes that the store adds to items. */
const OF_STORE = ["pk", "sk", "revision", PACKED];
/** Fields that the store keeps as JSON text. */
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  TASK: ["parameters", "result", "status_details"],
  ARTIFACT: ["data"],
};

/** What the values of an import are checked against. */
export interface ImportRules {
  /** Id of the exported workspace. */
  from: string;
  index: ImportIndex;
  /** True if each object that a value names must be in the export. */
  isComplete: boolean;
}

/** Throws an `UnfitExport` if a value names an object of another workspace, or has an id that is none. */
export function checkImported(value: unknown, what: string, rules: ImportRules): void {
  checkDepth(value, what);
  checkValue(value, what, rules);
}

function checkDepth(value: unknown, what: string, depth = 0): void {
  if (typeof value !== "object" || value === null) return;
  if (depth > MAX_DEPTH) throw new UnfitExport(`${what} is nested too deeply.`);
  for (const inner of Object.values(value)) checkDepth(inner, what, depth + 1);
}

function checkValue(value: unknown, what: string, rules: ImportRules): void {
  if (
    typeof value === "number" &&
    value !== 0 &&
    !(Math.abs(value) >= MIN_NUMBER && Math.abs(value) <= MAX_NUMBER)
  )
    throw new UnfitExport(`${what} has a number that cannot be stored.`);
  if (typeof value !== "object" || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    if (typeof inner === "string" && KEYS.has(name)) checkKey(inner, what, rules);
    if (IDS.has(name) && inner !== null && !isIdOrStart(inner)) throw unfit(what, name);
    if (ID_LISTS.has(name) && !(Array.isArray(inner) && inner.every(isIdOrStart))) throw unfit(what, name);
    if (ATTEMPTS.has(name) && !isAttempt(inner)) throw unfit(what, name);
    checkValue(inner, what, rules);
  }
}

function checkKey(key: string, what: string, { from, index, isComplete }: ImportRules): void {
  const prefix = `ws/${from}/`;
  const below = key.slice(prefix.length);
  if (!key.startsWith(prefix) || !isExportedObject(below))
    throw new UnfitExport(`${what} names an object outside of the export: ${key.slice(0, 200)}`);
  if (isComplete && !index.has(`objects/${below}`))
    throw new UnfitExport(`${what} refers to the file objects/${below}, which is not in the export.`);
}

/** Segments without rows have the id 0. */
function isIdOrStart(value: unknown): boolean {
  return typeof value === "string" && (value === "0" || isId(value));
}

function isAttempt(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MAX_ATTEMPT;
}

function unfit(what: string, field: string): UnfitExport {
  return new UnfitExport(`The field ${field} of ${what} is not valid.`);
}

/** Lists of entities, whose position is their id. */
const ENTITIES =
  /^(?:PROJECT|ROUND|TABLE|LOAD|TASK|ARTIFACT|ORDER|VERSION|ERASURE|SNAPSHOT|LOAD#FILE#[0-9]+)$/;

/** Checks a line of a file with records, and returns it as a record. Throws an `UnfitExport`. */
export function checkRecord(
  name: string,
  value: Record<string, unknown>,
  what: string,
  rules: ImportRules,
): ExportedRecord {
  const { list, position, item } = value;
  const file = RECORD_FILES[name];
  if (
    typeof list !== "string" ||
    typeof position !== "string" ||
    typeof item !== "object" ||
    item === null ||
    Array.isArray(item) ||
    !file?.lists.test(list) ||
    !file.positions.test(position)
  )
    throw new UnfitExport(`${what} is not a record of ${name}.`);
  const record = { list, position, item: item as Record<string, unknown> };
  if (OF_STORE.some((field) => field in record.item)) throw unfit(what, "item");
  checkDepth(record.item, what);
  if (storedBytes(record.item) > MAX_ITEM_BYTES) throw new UnfitExport(`${what} is too large.`);
  if (ENTITIES.test(list) && record.item.id !== String(Number(position))) throw unfit(what, "id");
  if (!isStopped(record)) throw new UnfitExport(`${what} is work in progress.`);
  // The plans and certificates of erasures list the keys of objects that no longer exist.
  const isOfTable = name === "tables" || name === "table-versions";
  if (list !== "ERASURE") checkValue(item, what, { ...rules, isComplete: isOfTable });
  for (const field of TEXTS[list] ?? []) checkKeys(parsed(record.item[field], what, field), what, rules);
  return record;
}

/** Returns about the number of bytes of an item in the store, which keeps large fields as JSON text. */
function storedBytes(item: Readonly<Record<string, unknown>>): number {
  return Object.entries(item).reduce((sum, [name, value]) => {
    const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
    return sum + Buffer.byteLength(name) + Buffer.byteLength(text);
  }, 0);
}

function parsed(text: unknown, what: string, field: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text as string);
  } catch {
    throw unfit(what, field);
  }
  checkDepth(value, what);
  return value;
}

/** Checks the keys of objects in JSON that tasks and artifacts contain as text. */
function checkKeys(value: unknown, what: string, rules: ImportRules): void {
  if (typeof value !== "object" || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    if (typeof inner === "string" && KEYS.has(name) && inner.startsWith("ws/"))
      checkKey(inner, what, { ...rules, isComplete: false });
    checkKeys(inner, what, rules);
  }
}

function isStopped({ list, item }: ExportedRecord): boolean {
  if (list === "LOAD") return item.action === null && item.state !== "LOADING";
  if (list === "TASK") return item.state !== "INIT" && item.state !== "EXECUTING";
  return list !== "ERASURE" || item.phase === "DONE";
}

/** Returns whether an object is JSON that names other objects. */
export function namesObjects(path: string): boolean {
  return /^objects\/(?:tables\/[0-9]+\/(?:manifests|segments)\/.*|loads\/[0-9-]+\/(?:files|keys)-.*|tasks\/[0-9]+\/snapshots\/.*|orders\/.*\.snapshot)\.json$/.test(
    path,
  );
}
