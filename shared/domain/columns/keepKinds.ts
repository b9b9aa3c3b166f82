import {
  byName,
  type Column,
  type ColumnMetadata,
  foldName,
  type ItemType,
  sequenceKindOf,
} from "@pdp/basics/columns";
import { conflict, type DomainError, invalidField } from "@pdp/basics/errors";

type Located = (string | number)[];

/**
 * Returns an updated column with the sequence kinds of the table's column, at any depth, unless explicitly set to NONE. Raises
 * a 422 for a different kind, because existing rows were not checked for it.
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
    `The column "${before.name}" contains ${kindWords(effective)}, and its kind can only be changed to NONE`,
    kind,
  );
}

/**
 * Raises a 409 if a load states a sequence kind that differs from that of the table's column, at any depth. A column without a
 * kind adopts the stated kind.
 */
export function requireSameKinds(before: Column, stated: Column, table: string): void {
  eachPair(before, stated, (existing, stated) => {
    const [has, kind] = [sequenceKindOf(existing), stated.metadata.kind];
    if (kind !== undefined && has !== undefined && kind !== has) throw kindMismatch(existing, kind, table);
  });
}

/**
 * Raises a 409 if the rows of a load were checked for sequence kinds that differ from the current kinds of the table's
 * columns.
 */
export function requireCheckedKinds(
  current: readonly Column[],
  checked: readonly Column[],
  table: string,
): void {
  const [sentence] = uncheckedKinds(current, checked, table);
  if (sentence !== undefined) throw conflict("column_kind_mismatch", `${sentence}: retry the load.`);
}

/**
 * Returns warnings for a redo if its rows were checked for sequence kinds that differ from the current kinds of the table's
 * columns.
 */
export function uncheckedKindWarnings(
  current: readonly Column[],
  checked: readonly Column[],
  table: string,
): string[] {
  return uncheckedKinds(current, checked, table).map((sentence) => `${sentence}.`);
}

/** `checked` contains the kinds known when the load was started. */
function uncheckedKinds(current: readonly Column[], checked: readonly Column[], table: string): string[] {
  const columns = byName(current);
  return checked.flatMap((column) => {
    const existing = columns.get(foldName(column));
    const sentences: string[] = [];
    eachPair(existing ?? column, column, (existing, checked) => {
      const has = sequenceKindOf(existing);
      if (has === undefined || has === "NONE" || has === sequenceKindOf(checked)) return;
      sentences.push(
        `The column "${existing.name}" of table "${table}" was set to the kind ${has} by another load, but the rows of this load were not checked for this kind`,
      );
    });
    return sentences;
  });
}

/** Returns a table's column with missing sequence kinds filled in from a load, at any depth. */
export function takeKinds(before: Column, stated: Column): Column {
  const kind = stated.metadata.kind;
  const isTaken = kind !== undefined && kind !== "NONE" && sequenceKindOf(before) === undefined;
  const inner = mapInner(before, stated, takeKinds);
  return isTaken ? { ...inner, metadata: { ...before.metadata, kind } } : inner;
}

/** Returns a warning for each column with existing rows that were not checked for its current sequence kind. */
export function takenKindWarnings(
  before: readonly Column[],
  after: readonly Column[],
  table: string,
): string[] {
  return before.flatMap((column, index) => {
    const warnings: string[] = [];
    eachPair(column, after[index] ?? column, (before, after) => {
      const kind = sequenceKindOf(after);
      if (kind !== undefined && sequenceKindOf(before) === undefined)
        warnings.push(
          `The column "${before.name}" of table "${table}" contains ${kind} from now on, as specified by this load. Earlier rows were not checked for this kind.`,
        );
    });
    return warnings;
  });
}

function kindMismatch(before: Column, kind: string, table: string): DomainError {
  return conflict(
    "column_kind_mismatch",
    `The column "${before.name}" of table "${table}" contains ${kindWords(sequenceKindOf(before))}, not ${kindWords(kind)}.`,
  );
}

/** Calls a function for two columns of the same type, and for each pair of nested fields with the same name. */
function eachPair(first: Column, second: Column, visit: (first: Column, second: Column) => void): void {
  visit(first, second);
  mapInner(first, second, (field, otherField) => {
    eachPair(field, otherField, visit);
    return field;
  });
}

/** Returns a type with its fields merged with those of another type; returns the same type if nothing changes. */
function mapInner<Type extends ItemType>(
  type: Type,
  other: ItemType,
  change: (field: Column, other: Column) => Column,
): Type {
  const result = { ...type };
  if (type.item_type && other.item_type) result.item_type = mapInner(type.item_type, other.item_type, change);
  if (type.columns && other.columns) {
    const fields = byName(other.columns);
    result.columns = type.columns.map((field) => change(field, fields.get(foldName(field)) ?? field));
  }
  const isSame =
    result.item_type === type.item_type &&
    (result.columns ?? []).every((field, index) => field === type.columns?.[index]);
  return isSame ? type : result;
}

/** Returns a column of a load with the sequence kinds of the table's column, if it has any, at any depth. */
export function withKindsOf(existing: Column, stated: Column): Column {
  const { kind: wanted, ...metadata } = stated.metadata;
  const kind = sequenceKindOf(existing) ?? wanted;
  return { ...withInnerKindsOf(existing, stated), metadata: { ...metadata, ...(kind && { kind }) } };
}

function withInnerKindsOf<Type extends ItemType>(existing: ItemType, stated: Type): Type {
  const result = { ...stated };
  if (existing.item_type && stated.item_type)
    result.item_type = withInnerKindsOf(existing.item_type, stated.item_type);
  if (existing.columns && stated.columns) {
    const fields = byName(existing.columns);
    result.columns = stated.columns.map((field) => withKindsOf(fields.get(foldName(field)) ?? field, field));
  }
  return result;
}

function kindWords(kind: string | undefined): string {
  return kind === undefined || kind === "NONE" ? "any text" : kind;
}
