import { DECISIONS_DATE } from "./decisions.ts";
import type { Rule } from "./rule.ts";
import { SECTIONS } from "./sections.ts";

const HEAD = `# Conformance

Which sentence of the API's documents is checked by which test, and whether it passed. Every row is executed over HTTP against
the running platform. *Specification* is the platform's API specification; *Decisions* decide what it leaves open, the latest on
${DECISIONS_DATE}; *Clients* is [What clients can rely on](clients.md). Sentences and table cells are quoted literally.

This page is generated: \`npm run conformance\` runs the rows of \`test/conformance/rules\` and writes it.
`;

/** The page; \`passed\` tells by a row's behaviour whether its test passed. */
export function conformancePage(
  rules: readonly Rule[],
  passed: (behaviour: string) => boolean | undefined,
): string {
  const count = rules.filter(({ behaviour }) => passed(behaviour)).length;
  const parts = [HEAD, `${count} of ${rules.length} rows passed.\n`];
  for (const section of SECTIONS) {
    const rows = rules.filter((rule) => rule.section === section);
    if (rows.length === 0) continue;
    parts.push(`## ${section}\n\n| Sentence | Test | Result |\n|---|---|---|`);
    for (const { sentence, behaviour } of rows) {
      parts.push(`| ${cell(sentence)} | ${cell(behaviour)} | ${result(passed(behaviour))} |`);
    }
    parts.push("");
  }
  return parts.join("\n");
}

/** A page as it is for any result: for comparing rows. */
export function withoutResults(page: string): string {
  return page
    .replace(/^\d+ of (\d+) rows passed\.$/m, "$1 rows.")
    .replace(/ \| (passed|failed|not run) \|$/gm, " |");
}

function result(passed: boolean | undefined): string {
  if (passed === undefined) return "not run";
  return passed ? "passed" : "failed";
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ").replaceAll("<", "&lt;");
}
