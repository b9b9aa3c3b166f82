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

/** Returns parameters without the joined sequences of two chains, which are computed from the chains. */
export function withoutJoined(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutJoined);
  if (!isObject(value)) return value;
  const isPair = value.vh != null || value.vl != null;
  const fields = Object.entries(value).filter(([name]) => !(isPair && name === "monomer"));
  // Columns of rows can have any name.
  return Object.fromEntries(
    fields.map(([name, inner]) => [name, name === "rows" ? inner : withoutJoined(inner)]),
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
