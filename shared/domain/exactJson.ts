/** Parses JSON in which integers beyond 2^53 keep their digits: they become `bigint`, because a `number` would round them. */
export function parseExactJson(text: string): unknown {
  return JSON.parse(text, (_, value: unknown, context?: { source?: string }) => {
    if (typeof value !== "number" || Number.isSafeInteger(value)) return value;
    const source = context?.source ?? "";
    return /^-?\d+$/.test(source) ? BigInt(source) : value;
  });
}
