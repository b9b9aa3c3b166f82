/** Policy statement from a template. */
export interface Statement {
  Effect: "Allow" | "Deny";
  Action: string | string[];
  Resource: unknown;
  Condition?: Record<string, Record<string, string | string[]>>;
}

/** AWS call: the action, the resource, and the condition keys. */
export interface Call {
  action: string;
  resource: string;
  /** Condition key → its value or values. */
  context?: Record<string, string | string[]>;
}

/**
 * Decides as IAM does for one identity: at least one statement must allow the call, and none may deny it. Supports only the
 * operators and variables used here, and rejects others.
 */
export function isAllowed(statements: readonly Statement[], call: Call): boolean {
  const matching = statements.filter((statement) => applies(statement, call));
  return (
    matching.some(({ Effect }) => Effect === "Allow") && !matching.some(({ Effect }) => Effect === "Deny")
  );
}

function applies({ Action, Resource, Condition = {} }: Statement, call: Call): boolean {
  if (!list(Action).some((pattern) => matches(pattern.toLowerCase(), call.action.toLowerCase())))
    return false;
  const resources = list(Resource as string | string[]);
  if (!resources.some((pattern) => typeof pattern === "string" && isResource(pattern, call))) return false;
  return Object.entries(Condition).every(([operator, keys]) =>
    Object.entries(keys).every(([key, wanted]) => holds(operator, wanted, call.context?.[key], call)),
  );
}

function isResource(pattern: string, call: Call): boolean {
  const filled = fillIn(pattern, call);
  return filled !== null && matches(filled, call.resource);
}

function holds(
  operator: string,
  wanted: string | string[],
  given: string | string[] | undefined,
  call: Call,
): boolean {
  const [, quantifier, name = ""] = /^(?:(ForAllValues|ForAnyValue):)?(\w+)$/.exec(operator) ?? [];
  const patterns = list(wanted).flatMap((pattern) => fillIn(pattern, call) ?? []);
  const test = (value: string): boolean => patterns.some((pattern) => compare(name, pattern, value));
  const values = given === undefined ? [] : list(given);
  if (operator === "Null") return list(wanted).some((text) => text === String(values.length === 0));
  // As in IAM, a condition on all values is true if there are none.
  if (quantifier === "ForAllValues") return values.every(test);
  if (quantifier === "ForAnyValue") return values.some(test);
  return values.length === 1 && test(values[0] ?? "");
}

function compare(operator: string, pattern: string, value: string): boolean {
  switch (operator) {
    case "StringEquals":
      return pattern.replaceAll(LITERAL_STAR, "*") === value;
    case "StringLike":
    case "ArnLike":
      return matches(pattern, value);
    default:
      throw new Error(`The simulator does not know the operator ${operator}`);
  }
}

/** Placeholder for a wildcard in a variable's value, which IAM treats as an ordinary character. */
const LITERAL_STAR = "\u0000";

/** Replaces variables with their values; null if one has no value, so that nothing can match. */
function fillIn(pattern: string, call: Call): string | null {
  let isComplete = true;
  const filled = pattern.replaceAll(/\$\{([^}]+)\}/g, (_, name: string) => {
    const value = call.context?.[name];
    if (typeof value !== "string") isComplete = false;
    return String(value).replaceAll("*", LITERAL_STAR);
  });
  return isComplete ? filled : null;
}

function matches(pattern: string, value: string): boolean {
  const source = pattern
    .replaceAll(/[.+^${}()|[\]\\]/g, "\\$&")
    .replaceAll("*", ".*")
    .replaceAll("?", ".")
    .replaceAll(LITERAL_STAR, "\\*");
  return new RegExp(`^${source}$`, "s").test(value);
}

function list<T>(value: T | readonly T[]): readonly T[] {
  return Array.isArray(value) ? (value as readonly T[]) : [value as T];
}
