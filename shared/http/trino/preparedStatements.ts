import { DomainError } from "@pdp/basics/errors";

/** Maximum number of prepared statements per client. */
const MAX_STATEMENTS = 100;

/** Reads the header that contains a client's prepared statements: names and strings, URL-encoded and separated by commas. */
export function preparedStatements(header: string | undefined): Record<string, string> {
  const statements: [string, string][] = [];
  for (const entry of (header ?? "").split(",")) {
    const [name = "", text = ""] = entry.trim().split("=", 2);
    if (name !== "") statements.push([decoded(name).toLowerCase(), decoded(text)]);
  }
  if (statements.length > MAX_STATEMENTS) throw invalid(`It has more than ${MAX_STATEMENTS} statements`);
  return Object.fromEntries(statements);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    throw invalid("It is not URL-encoded");
  }
}

function invalid(why: string): DomainError {
  return new DomainError(
    "malformed",
    "invalid_sql",
    `The header X-Trino-Prepared-Statement cannot be read. ${why}.`,
  );
}
