import type { Column, ScalarType } from "#shared/domain/column.ts";
import { planParquet } from "#shared/lake/formats/parquet/parquetSchema.ts";
import { NoSample, type PreviewSource, type Sample } from "./sample.ts";

const TYPES: readonly ScalarType[] = ["BOOL", "INT64", "FLOAT64", "DATE", "TIMESTAMP", "STRING"];

type SampleType = NonNullable<Sample["types"]>[number];

/** Reads the columns of a Parquet file and the types that they fit; null for one that cannot be loaded. */
export async function parquetTypes({
  path,
  name,
}: Omit<PreviewSource, "isCut">): Promise<{ names: string[]; types: SampleType[]; rows: number }> {
  const source = { path, name, format: "PARQUET" as const };
  const { names, rows, problems } = await planParquet(source, []);
  const unreadable = problems.find(({ column }) => column === undefined);
  if (unreadable && names.length === 0) throw new NoSample(unreadable.reason);
  const types: SampleType[] = names.map(() => null);
  const candidates = [
    ...TYPES.map((type) => ({ type })),
    ...TYPES.map((type) => ({ type: "ARRAY" as const, item_type: { type, nullable: true } })),
  ];
  for (const candidate of candidates) {
    const open = names.flatMap((_, index) => (types[index] === null ? [index] : []));
    const columns = open.map((index) => columnOf(names[index] as string, candidate));
    const refused = new Set((await planParquet(source, columns)).problems.map(({ column }) => column));
    for (const index of open) if (!refused.has(names[index] as string)) types[index] = candidate;
  }
  return { names, types, rows };
}

function columnOf(name: string, type: NonNullable<SampleType>): Column {
  const metadata = { description: null, deprecated: false, kind: "NONE" as const };
  return { name, nullable: true, metadata, ...type };
}
