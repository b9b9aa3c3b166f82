/**
 * Returns validated parameters with only the fields that the request had, so that a task shows what was sent. Values are the
 * validated ones: ids are strings, and an empty text is null.
 */
export function asSent(validated: unknown, sent: unknown): unknown {
  if (Array.isArray(validated) && Array.isArray(sent))
    return validated.map((item, index) => asSent(item, sent[index]));
  if (!isObject(validated) || !isObject(sent)) return validated;
  const fields = Object.entries(validated).filter(([name]) => Object.hasOwn(sent, name));
  return Object.fromEntries(fields.map(([name, value]) => [name, asSent(value, sent[name])]));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
