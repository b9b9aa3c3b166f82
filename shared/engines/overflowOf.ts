const SIGNS = new Map([
  ["addition", "+"],
  ["subtract", "-"],
  ["subtraction", "-"],
  ["multiplication", "*"],
  ["division", "/"],
  ["negation", "-"],
]);

const LARGER = new Map([
  ["TINYINT", "BIGINT"],
  ["SMALLINT", "BIGINT"],
  ["INTEGER", "BIGINT"],
  ["BIGINT", "DECIMAL(38, 0) or DOUBLE"],
]);

/** Names the operation that overflowed its type, in the engines' wording, and a larger type. */
export function overflowOf(operation: string, type: string | undefined): string {
  const larger = LARGER.get(type ?? "") ?? "DOUBLE";
  return `The result of ${SIGNS.get(operation)} is out of the range of ${type ?? "its type"}: cast to ${larger} first.`;
}
