/**
 * Replacements for calls that apply a Trino function to types that only other dialects accept, by function name and first
 * argument.
 */
const TABLE: Record<string, Record<string, string>> = {
  contains: { varchar: "strpos(x, 'part') > 0 for strings" },
  length: { array: "cardinality(x) for arrays", map: "cardinality(x) for maps" },
  cardinality: { varchar: "length(x) for strings" },
  strpos: { array: "array_position(x, y) for arrays" },
  concat_ws: { integer: "CAST(x AS VARCHAR) for numbers" },
  md5: { varchar: "to_hex(md5(to_utf8(x))) for strings" },
  sha1: { varchar: "to_hex(sha1(to_utf8(x))) for strings" },
  sha256: { varchar: "to_hex(sha256(to_utf8(x))) for strings" },
  to_hex: { varchar: "to_hex(to_utf8(x)) for strings" },
  to_base64: { varchar: "to_base64(to_utf8(x)) for strings" },
  date_format: { varchar: "date_format(CAST(x AS TIMESTAMP), '%Y') for strings" },
  sum: { boolean: "count_if(x) for conditions" },
  avg: { varchar: "avg(CAST(x AS DOUBLE)) for strings", boolean: "avg(if(x, 1, 0)) for conditions" },
  reverse: { bigint: "reverse(CAST(x AS VARCHAR)) for numbers" },
};

/** Returns the replacement for a call in which the first argument has a type that the function does not accept. */
export function insteadOfUse(name: string, type: string): string | undefined {
  return TABLE[name]?.[type];
}
