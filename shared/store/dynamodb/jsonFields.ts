/**
 * Returns an item with some fields as JSON text, because the database's numbers only range from 1e-130 to 1e125, and it does
 * not preserve the order of fields.
 */
export function withJsonText<T extends object>(item: T, fields: readonly (keyof T)[]): object {
  return { ...item, ...Object.fromEntries(fields.map((field) => [field, JSON.stringify(item[field])])) };
}

export function withJsonRead<T extends object>(item: T, fields: readonly (keyof T)[]): T {
  const read = fields.map((field) => [field, JSON.parse(item[field] as string)]);
  return { ...item, ...Object.fromEntries(read) };
}

/** Attribute that lists the fields stored as text by `packLargeFields`. */
export const PACKED = "packed_fields";
/** Length of a field as JSON, in characters, above which it is stored as text. */
export const MIN_PACKED_LENGTH = 4_096;

/**
 * Returns an item with its large lists and objects as JSON text. If they were attributes, each of their values would be
 * encoded, sent and decoded separately, which took seconds for a load into 2,000 columns.
 */
export function packLargeFields(item: object): object {
  const texts = Object.entries(item).flatMap(([name, value]) => {
    if (typeof value !== "object" || value === null) return [];
    const text = JSON.stringify(value);
    return text.length < MIN_PACKED_LENGTH ? [] : [[name, text] as const];
  });
  if (texts.length === 0) return item;
  return { ...item, ...Object.fromEntries(texts), [PACKED]: texts.map(([name]) => name) };
}

/** Returns an item as it was before `packLargeFields`. */
export function unpackFields({
  [PACKED]: packed,
  ...item
}: Record<string, unknown>): Record<string, unknown> {
  for (const name of (packed ?? []) as string[]) item[name] = JSON.parse(item[name] as string);
  return item;
}
