import { isName, nameKey, SCALAR_TYPES } from "@pdp/basics/columns";
import { fitsType, itemTree, planParquet, readParquetFooter } from "@pdp/formats/files";
import type { SchemaTree } from "hyparquet";
import { fieldOf } from "./jsonType.ts";
import { NoSample, type PreviewSource, type SampleType } from "./sample.ts";
import { shownValue } from "./shownValue.ts";

/** Maximum nesting depth of lists and groups; the same as for columns. */
const MAX_DEPTH = 8;

type Found = NonNullable<SampleType["type"]>;

/** Reads the columns of a Parquet file and the types that they fit; null, with a reason, for a column that cannot be loaded. */
export async function parquetTypes({
  path,
  name,
}: Omit<PreviewSource, "isCut">): Promise<{ names: string[]; types: SampleType[]; rows: number }> {
  const source = { path, name, format: "PARQUET" as const };
  const { names, rows, problems } = await planParquet(source, []);
  const unreadable = problems.find(({ column }) => column === undefined);
  const footer = await readParquetFooter(path);
  if (typeof footer === "string" || (unreadable && names.length === 0))
    throw new NoSample(typeof footer === "string" ? footer : (unreadable?.reason ?? ""));
  const counts = Map.groupBy(names, nameKey);
  const types = footer.schema.children.map((tree, index): SampleType => {
    if ((counts.get(nameKey(names[index] as string)) ?? []).length > 1)
      return { type: null, reason: "skipped because the file has two columns with this name" };
    const type = typeOf(tree, 1);
    return typeof type === "string" ? { type: null, reason: `skipped, because ${type}` } : { type };
  });
  return { names, types, rows };
}

/** Returns the type that a column fits without loss, or the reason why it fits none. */
function typeOf(tree: SchemaTree, depth: number, asItem = false): Found | string {
  if (depth > MAX_DEPTH) return `its values are nested more than ${MAX_DEPTH} levels deep`;
  for (const type of SCALAR_TYPES) if (fitsType(tree, { type, nullable: true }, asItem)) return { type };
  const item = itemTree(tree, asItem);
  const type = item === undefined ? structOf(tree, depth) : listOf(item, depth);
  const isFit = typeof type === "string" || fitsType(tree, { ...type, nullable: true }, asItem);
  return isFit ? type : unfit(tree);
}

function listOf(item: SchemaTree, depth: number): Found | string {
  const inner = typeOf(item, depth + 1, true);
  return typeof inner === "string" ? inner : { type: "ARRAY", item_type: { ...inner, nullable: true } };
}

function structOf(tree: SchemaTree, depth: number): Found | string {
  if (tree.children.length === 0) return unfit(tree);
  const columns = [];
  for (const child of tree.children) {
    const { name } = child.element;
    if (!isName(name)) return `its field ${shownValue(name)} has no valid SQL name`;
    const inner = typeOf(child, depth + 1);
    if (typeof inner === "string") return inner;
    columns.push(fieldOf(name, inner));
  }
  return { type: "STRUCT", columns };
}

function unfit({ element, children }: SchemaTree): string {
  const kind = element.logical_type?.type ?? element.converted_type ?? element.type ?? "group";
  return children.length > 0
    ? `its type ${kind} is neither a list nor a group of fields`
    : `no column type can store its type ${kind} without loss`;
}
