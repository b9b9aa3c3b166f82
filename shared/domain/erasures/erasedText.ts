import type { Column, ItemType } from "@pdp/basics/columns";
import * as v from "valibot";
import { IdString } from "#shared/domain/id.ts";
import type { LoadFileRecord, LoadRecord } from "#shared/domain/loads/load.ts";
import type { VersionTag } from "#shared/domain/loads/versionTag.ts";
import type { OrderRecord } from "#shared/domain/orders/order.ts";
import type { Project } from "#shared/domain/project.ts";
import type { Round } from "#shared/domain/round.ts";
import type { Table } from "#shared/domain/table.ts";
import type { TaskRecord } from "#shared/domain/tasks/task.ts";

/** Text that contains an erased value, without the text. */
export const ErasedText = v.object({
  kind: v.picklist(["FILE", "LOAD", "ORDER", "PROJECT", "ROUND", "TABLE", "TAG", "TASK"]),
  id: v.pipe(IdString, v.description("Id of the resource; for a tag, of its version")),
  field: v.pipe(
    v.string(),
    v.description("Field with the text; `columns` and `references` stand for the texts of their items"),
    v.examples(["filepath"]),
  ),
});
export type ErasedText = v.InferOutput<typeof ErasedText>;

/** Replacement of a text that contains an erased value. */
export const ERASED = "(erased)";

/** Tells whether a text contains an erased value. */
export type HasErased = (text: string) => boolean;

/** Resource without texts that contain an erased value, and the fields that contained them. */
export interface Cleaned<T> {
  item: T;
  fields: string[];
}

/** Replaces the texts of a resource that contain an erased value. */
function clean<T extends object>(item: T, has: HasErased, replacements: Partial<T>): Cleaned<T> {
  const names = Object.keys(replacements) as (keyof T & string)[];
  const fields = names.filter((name) => typeof item[name] === "string" && has(item[name]));
  if (fields.length === 0) return { item, fields };
  const replaced = Object.fromEntries(fields.map((name) => [name, replacements[name]]));
  return { item: { ...item, ...replaced }, fields };
}

/** Adds a field with several texts to the result, if any of them contained an erased value. */
function withField<T extends object, K extends keyof T & string>(
  { item, fields }: Cleaned<T>,
  name: K,
  value: T[K],
): Cleaned<T> {
  return item[name] === value
    ? { item, fields }
    : { item: { ...item, [name]: value }, fields: [...fields, name] };
}

export function cleanProject(project: Project, has: HasErased): Cleaned<Project> {
  const cleaned = clean(project, has, { name: ERASED, description: ERASED });
  const { references } = project;
  if (references === undefined) return cleaned;
  const items = references.map(
    // Names of references are unique in a project.
    (reference, index) => clean(reference, has, { name: `erased-${index + 1}`, description: ERASED }).item,
  );
  const isSame = items.every((reference, index) => reference === references[index]);
  return withField(cleaned, "references", isSame ? references : items);
}

export function cleanRound(round: Round, has: HasErased): Cleaned<Round> {
  return clean(round, has, { name: ERASED, description: ERASED });
}

export function cleanOrder(order: OrderRecord, has: HasErased): Cleaned<OrderRecord> {
  return clean(order, has, { name: ERASED });
}

/** Cleans the descriptions of a table and its columns. Names in SQL are not changed, because queries use them. */
export function cleanTable<T extends Table>(table: T, has: HasErased): Cleaned<T> {
  const cleaned = clean<T>(table, has, { description: ERASED } as Partial<T>);
  return withField(cleaned, "columns", cleanColumns(table.columns, has));
}

/** Returns columns without descriptions that contain an erased value; the same array if there are none. */
export function cleanColumns<C extends readonly Column[]>(columns: C, has: HasErased): C {
  const items = columns.map((column): Column => {
    const description = column.metadata?.description;
    const isErased = description != null && has(description);
    const inner = cleanItem(column, has);
    return isErased ? { ...inner, metadata: { ...column.metadata, description: ERASED } } : inner;
  });
  return items.every((column, index) => column === columns[index]) ? columns : (items as unknown as C);
}

function cleanItem<I extends ItemType>(item: I, has: HasErased): I {
  const columns = item.columns && cleanColumns(item.columns, has);
  const itemType = item.item_type && cleanItem(item.item_type, has);
  if (columns === item.columns && itemType === item.item_type) return item;
  return { ...item, ...(columns && { columns }), ...(itemType && { item_type: itemType }) };
}

export function cleanTask(task: TaskRecord, has: HasErased): Cleaned<TaskRecord> {
  const replacements = { display_name: ERASED, description: ERASED, idempotency_key: `erased-${task.id}` };
  return clean<TaskRecord>(task, has, replacements);
}

/** Cleans the description of a load and its columns. */
export function cleanLoad(load: LoadRecord, has: HasErased): Cleaned<LoadRecord> {
  const cleaned = clean<LoadRecord>(load, has, { description: ERASED });
  const tables = Object.entries(load.tables).map(([reference, table]) => {
    const columns = cleanColumns(table.columns, has);
    return [reference, columns === table.columns ? table : { ...table, columns }] as const;
  });
  const isSame = tables.every(([reference, table]) => table === load.tables[reference]);
  return withField(cleaned, "tables", isSame ? load.tables : Object.fromEntries(tables));
}

/** Cleans the name and the description of a file. The name keeps its extension. */
export function cleanFile(file: LoadFileRecord, has: HasErased): Cleaned<LoadFileRecord> {
  const [extension = ""] = /(?:\.[A-Za-z0-9]{1,10}){1,2}$/.exec(file.filepath) ?? [];
  const filepath = `erased-${file.id}${has(extension) ? "" : extension}`;
  const cleaned = clean<LoadFileRecord>(file, has, { filepath, description: ERASED });
  const { same_as: same } = file;
  if (same === undefined || !has(same.filepath)) return cleaned;
  return withField(cleaned, "same_as", { ...same, filepath: `erased-${same.file_id}` });
}

/** Returns a tag with a name without erased values; `free` is a name that no tag has. */
export function cleanTag(tag: VersionTag, has: HasErased, free: string): Cleaned<VersionTag> {
  return clean(tag, has, { name: free });
}
