import { ERROR_CODES } from "../../shared/basics/errors/errorCodes.ts";

const HEAD = `# Error codes

This page lists the code of every error. All errors except validation errors have the body \`{"detail": …, "code": …, "error_id": …}\`. In your
program, branch on \`code\`, which is stable, and show \`detail\` to users. \`npm run errors\` writes this page from \`shared/basics/errors/errorCodes.ts\`.
`;

/** Returns the page of all error codes, by status. */
export function errorsPage(): string {
  const parts = Object.entries(ERROR_CODES).map(([status, codes]) => {
    const rows = Object.entries(codes).map(([code, meaning]) => `| \`${code}\` | ${meaning} |`);
    return `\n## ${status}\n\n| Code | Meaning |\n|---|---|\n${rows.join("\n")}\n`;
  });
  return HEAD + parts.join("");
}
