import type { Column, ColumnMetadata, ItemType } from "#shared/domain/column.ts";
import { conflict, invalidField } from "#shared/domain/errors.ts";
import { byName, foldName } from "./columnName.ts";
import { sequenceKindOf } from "./sequenceKind.ts";

type Located = (string | number)[];

/**
 * Returns an updated column with the kinds of sequences that the table's column had, at any depth, unless they are
 * stated to become NONE. A 422 for another kind, since the rows that are there were not checked for it.
 */
export function keepKinds(before: Column, wanted: Column, loc: Located): Column {
  return { ...keepInnerKinds(before, wanted, loc), metadata: updateMetadata(before, wanted, loc) };
}

function keepInnerKinds<Type extends ItemType>(before: ItemType, wanted: Type, loc: Located): Type {
  const result = { ...wanted };
  if (before.item_type && wanted.item_type) {
    result.item_type = keepInnerKinds(before.item_type, wanted.item_type, [...loc, "item_type"]);
  }
  if (before.columns && wanted.columns) {
    const fields = byName(before.columns);
    result.columns = wanted.columns.map((field, index) =>
      keepKinds(fields.get(foldName(field)) ?? field, field, [...loc, "columns", index]),
    );
  }
  return result;
}

function updateMetadata(before: Column, wanted: Column, loc: Located): ColumnMetadata {
  const [current, kind] = [before.metadata.kind, wanted.metadata.kind];
  if (kind === undefined) return { ...wanted.metadata, ...(current && { kind: current }) };
  const effective = sequenceKindOf(before);
  if (kind === "NONE" || kind === effective) return wanted.metadata;
  throw invalidField(
    [...loc, "metadata", "kind"],
    `The column "${before.name}" holds ${kindWords(effective)}, and its kind can only become NONE`,
    kind,
  );
}

/** Raises a 409 if a load states another kind of sequences than the table's column has. */
export function requireSameKind(before: Column, stated: Column, table: string): void {
  const { kind } = stated.metadata;
  const own = sequenceKindOf(before);
  if (kind === undefined || kind === (own ?? "NONE")) return;
  throw conflict(
    "column_kind_mismatch",
    `The column "${before.name}" of table "${table}" holds ${kindWords(own)}, not ${kindWords(kind)}.`,
  );
}

/** Returns a column of a load with the kinds of sequences of the table's column, at any depth. */
export function withKindsOf(own: Column, stated: Column): Column {
  const { kind: _, ...metadata } = stated.metadata;
  const kind = sequenceKindOf(own);
  return { ...withInnerKindsOf(own, stated), metadata: { ...metadata, ...(kind && { kind }) } };
}

function withInnerKindsOf<Type extends ItemType>(own: ItemType, stated: Type): Type {
  const result = { ...stated };
  if (own.item_type && stated.item_type) result.item_type = withInnerKindsOf(own.item_type, stated.item_type);
  if (own.columns && stated.columns) {
    const fields = byName(own.columns);
    result.columns = stated.columns.map((field) => withKindsOf(fields.get(foldName(field)) ?? field, field));
  }
  return result;
}

function kindWords(kind: string | undefined): string {
  return kind === undefined || kind === "NONE" ? "any text" : kind;
}
