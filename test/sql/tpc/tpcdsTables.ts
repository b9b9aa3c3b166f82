import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import type { TpcColumn, TpcTable } from "./tpcTable.ts";

const GENERATOR = ["io.trino.tpcds:tpcds:1.4", "io.airlift:airline:0.9"];
/** Scale factor of the schema `tiny` in Trino's connector. */
const SCALE = "0.01";
const SCHEMA = `import io.trino.tpcds.Table;
public class Schema {
  public static void main(String[] args) {
    for (Table table : Table.getBaseTables())
      for (var column : table.getColumns())
        System.out.println(table.getName() + "|" + column.getName() + "|" + column.getType().getBase());
  }
}
`;

/**
 * Returns the TPC-DS tables. They are created by the generator of Trino's connector, which comes from Maven Central; the
 * generator and the tables are stored in the folder. Of the 1.9 million demographics, those without references are omitted.
 */
export async function tpcdsTables(
  home = process.env.TPCDS_HOME ?? join(homedir(), ".cache", "tpcds"),
): Promise<TpcTable[]> {
  if (!existsSync(join(home, "complete"))) await generate(home);
  const schema = (await readFile(join(home, "schema"), "latin1")).trim().split("\n");
  const columns = Map.groupBy(
    schema.map((line) => line.split("|") as [string, string, string]),
    ([table]) => table,
  );
  const tables: TpcTable[] = [];
  for (const [name, list] of columns) {
    if (name === "dbgen_version") continue;
    const text = (await readFile(join(home, "data", `${name}.dat`), "latin1")).trimEnd();
    const rows = text.split("\n").map((line) => line.split("|").slice(0, list.length));
    tables.push({
      name,
      columns: list.map(([, column, base]) => ({ name: column, type: typeOf(base) })),
      rows,
    });
  }
  return withoutUnused(tables);
}

function typeOf(base: string): TpcColumn["type"] {
  const types: Record<string, TpcColumn["type"]> = {
    IDENTIFIER: "INT64",
    INTEGER: "INT64",
    DECIMAL: "FLOAT64",
    DATE: "DATE",
  };
  return types[base] ?? "STRING";
}

function withoutUnused(tables: TpcTable[]): TpcTable[] {
  const used = new Set(
    tables.flatMap(({ columns, rows }) => {
      const places = columns.flatMap(({ name }, index) => (/_cdemo_sk$/.test(name) ? [index] : []));
      return places.flatMap((place) => rows.map((row) => row[place]));
    }),
  );
  return tables.map((table) =>
    table.name === "customer_demographics"
      ? { ...table, rows: table.rows.filter(([key]) => used.has(key)) }
      : table,
  );
}

async function generate(home: string): Promise<void> {
  await mkdir(join(home, "data"), { recursive: true });
  const dependencies = GENERATOR.map((artifact) => {
    const [groupId, artifactId, version] = artifact.split(":");
    return `<dependency><groupId>${groupId}</groupId><artifactId>${artifactId}</artifactId><version>${version}</version></dependency>`;
  });
  const project = `<modelVersion>4.0.0</modelVersion><groupId>local</groupId><artifactId>tpcds</artifactId><version>1</version>`;
  await writeFile(
    join(home, "pom.xml"),
    `<project xmlns="http://maven.apache.org/POM/4.0.0">${project}<dependencies>${dependencies.join("")}</dependencies></project>`,
  );
  await writeFile(join(home, "Schema.java"), SCHEMA);
  run(
    home,
    "mvn",
    "-q",
    "-B",
    "dependency:copy-dependencies",
    "-DincludeScope=runtime",
    "-DoutputDirectory=lib",
  );
  run(
    home,
    "java",
    "-cp",
    "lib/*",
    "io.trino.tpcds.Driver",
    "--scale",
    SCALE,
    "--directory",
    "data",
    "--overwrite",
  );
  await writeFile(join(home, "schema"), run(home, "java", "-cp", "lib/*", "Schema.java"));
  await writeFile(join(home, "complete"), SCALE);
}

function run(home: string, command: string, ...args: string[]): string {
  const { status, stdout } = spawnSync(command, args, {
    cwd: home,
    encoding: "latin1",
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} failed`);
  return stdout;
}
