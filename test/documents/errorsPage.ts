import { ERROR_CODES } from "#shared/domain/errorCodes.ts";

const HEAD = `# Error codes

Every error but a validation error has the body \`{"detail": …, "code": …, "error_id": …}\`. \`code\` is stable: decide by it, and show
\`detail\`. \`npm run errors\` writes this page from \`shared/domain/errorCodes.ts\`.
`;

/** Returns the page of all error codes, by status. */
export function errorsPage(): string {
  const parts = Object.entries(ERROR_CODES).map(([status, codes]) => {
    const rows = Object.entries(codes).map(([code, meaning]) => `| \`${code}\` | ${meaning} |`);
    return `\n## ${status}\n\n| Code | Meaning |\n|---|---|\n${rows.join("\n")}\n`;
  });
  return HEAD + parts.join("");
}
