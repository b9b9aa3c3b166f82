/**
 * Returns an item with some fields as JSON text: the database's numbers range only from 1e-130 to 1e125, and it does
 * not keep the order of fields.
 */
export function withJsonText<T extends object>(item: T, fields: readonly (keyof T)[]): object {
  return { ...item, ...Object.fromEntries(fields.map((field) => [field, JSON.stringify(item[field])])) };
}

export function withJsonRead<T extends object>(item: T, fields: readonly (keyof T)[]): T {
  const read = fields.map((field) => [field, JSON.parse(item[field] as string)]);
  return { ...item, ...Object.fromEntries(read) };
}
