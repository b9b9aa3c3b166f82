import { DECISIONS_DATE } from "./decisions.ts";
import { isPlanned, type Rule } from "./rule.ts";
import { SECTIONS } from "./sections.ts";

const HEAD = `# Conformance

Which sentence of the API's documents is checked by which test, and whether it passed. Every row is executed over HTTP against
the running platform, some of them in the nightly run alone. *Specification* is the platform's API specification; *Decisions* decide what it leaves open, the latest on
${DECISIONS_DATE}; *Clients* is [What clients can rely on](clients.md). Sentences and table cells are quoted literally.

This page is generated: \`npm run conformance\` runs the rows of \`test/conformance/rules\` and the tests that they name, and writes it if all of them pass.
`;

/** Returns the page. It is written only after all rows that this run checks have passed. */
export function conformancePage(rules: readonly Rule[], passed: ReadonlySet<Rule>): string {
  const count = rules.filter((row) => passed.has(row) && !isPlanned(row)).length;
  const planned = rules.filter(isPlanned).length;
  const parts = [
    HEAD,
    `${count} of ${rules.length} rows passed; ${planned} describe topics that are not built yet.\n`,
  ];
  for (const section of SECTIONS) {
    const rows = rules.filter((rule) => rule.section === section);
    if (rows.length === 0) continue;
    parts.push(`## ${section}\n\n| Sentence | Test | Result |\n|---|---|---|`);
    for (const row of rows) {
      const result = isPlanned(row) ? "not built yet" : passed.has(row) ? "passed" : "checked nightly";
      parts.push(`| ${cell(row.sentence)} | ${cell(row.behavior)} | ${result} |`);
    }
    parts.push("");
  }
  return parts.join("\n");
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ").replaceAll("<", "&lt;");
}
