import { readFileSync } from "node:fs";
import { join } from "node:path";

const FOLDER = import.meta.dirname;

/** Features that clients are checked for, in the order of the columns. */
export const FEATURES = [
  "rows",
  "types",
  "parameters",
  "large results",
  "errors",
  "metadata",
  "cancel",
  "time zone",
] as const;
type Feature = (typeof FEATURES)[number];

/** Releases of clients that are not installed from a list of requirements. */
export const RELEASES = { java: "476", javaScript: "0.2.9" };

/** Clients with their versions, in the order of the rows. */
export const CLIENTS: Record<string, string> = {
  Python: `\`trino\` ${required("requirements.txt", "trino")}`,
  "SQLAlchemy and pandas": `SQLAlchemy ${required("requirements.txt", "SQLAlchemy")}, pandas ${required("requirements.txt", "pandas")}`,
  JDBC: `\`trino-jdbc\` ${RELEASES.java}`,
  "Trino CLI": `\`trino-cli\` ${RELEASES.java}`,
  Go: `\`trino-go-client\` ${required("go/go.mod", "github.com/trinodb/trino-go-client ")}`,
  JavaScript: `\`trino-client\` ${RELEASES.javaScript}`,
  ibis: required("toolsRequirements.txt", "ibis-framework"),
  dbt: `dbt ${required("toolsRequirements.txt", "dbt-core")}, dbt-trino ${required("toolsRequirements.txt", "dbt-trino")}`,
  Superset: `engine specification of ${required("supersetRequirements.txt", "apache_superset")}`,
  "Metabase's queries": `its driver's calls, through \`trino-jdbc\` ${RELEASES.java}`,
};

/** Returns the version of a package in a list of requirements. */
function required(file: string, name: string): string {
  const line = readFileSync(join(FOLDER, file), "utf8")
    .split("\n")
    .map((text) => text.trim().replace(/^require /, ""))
    .find((text) => text.startsWith(`${name.trim()}==`) || text.startsWith(`${name.trim()} v`));
  return line?.replace(/^.*?(?:==| v)/, "").split(" ")[0] ?? "";
}

/** Returns the features in the output of a client, by client. Throws for a line that names anything unknown. */
export function checkedFeatures(output: string): Map<string, Set<Feature>> {
  const found = new Map<string, Set<Feature>>();
  for (const [, client = "", name = ""] of output.matchAll(/^checked ([^:\n]+): (.+)$/gm)) {
    const feature = FEATURES.find((known) => known === name.trim());
    if (!(client in CLIENTS) || feature === undefined) throw new Error(`Unknown check: ${client}: ${name}`);
    found.set(client, (found.get(client) ?? new Set()).add(feature));
  }
  return found;
}

const START = "<!-- clients: written by npm run trino:clients -- --write -->";
const END = "<!-- end of clients -->";

/** Returns a document with the matrix of the clients and their features. */
export function withMatrix(document: string, checked: ReadonlyMap<string, ReadonlySet<Feature>>): string {
  const rows = Object.entries(CLIENTS).map(([client, version]) => [
    client,
    version,
    ...FEATURES.map((feature) => (checked.get(client)?.has(feature) ? "✓" : "")),
  ]);
  const lines = [["Client", "Version", ...FEATURES], ["", "", ...FEATURES].map(() => "---"), ...rows];
  const table = lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
  const [start, end] = [document.indexOf(START), document.indexOf(END)];
  if (start < 0 || end < start) throw new Error("The document has no place for the matrix");
  return `${document.slice(0, start)}${START}\n${table}\n${document.slice(end)}`;
}
