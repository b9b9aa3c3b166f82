import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Platform, startPlatform } from "#local/startPlatform.ts";
import { askTrino } from "#test/support/athena/trinoClient.ts";
import { catalogProperties } from "../test/iceberg/readWithTrino.ts";
import { type CatalogProperties, startTrino } from "../test/iceberg/startTrino.ts";
import { newBenchLab } from "./support/benchLab.ts";
import { BIG, benchScope, filesOfBig, loadBig } from "./support/bigTable.ts";
import { type Figure, figureTable } from "./support/figure.ts";
import { inTurns, measureTime } from "./support/inTurns.ts";
import { withCleanup, withFolder } from "./support/withCleanup.ts";

const RUNS = 15;
const QUERIES = {
  aggregate: `SELECT plate, count(*), max(fitness), sum(id) FROM ${BIG} GROUP BY plate ORDER BY plate`,
  filter: `SELECT plate, fitness FROM ${BIG} WHERE id BETWEEN 400000 AND 400009 ORDER BY id`,
  count: `SELECT count(*) FROM ${BIG}`,
};
const ICEBERG = { catalog: "iceberg", schema: "main" };
const HIVE = { catalog: "hive", schema: "lake" };
/** Storage format of a table defined as a list of files, like the Glue tables for Athena. */
const SYMLINKS = {
  serde: "org.apache.hadoop.hive.ql.io.parquet.serde.ParquetHiveSerDe",
  inputFormat: "org.apache.hadoop.hive.ql.io.SymlinkTextInputFormat",
  outputFormat: "org.apache.hadoop.hive.ql.io.HiveIgnoreKeyTextOutputFormat",
};

/**
 * Compares Trino's Iceberg connector with its Hive connector over the same data files, as a table of symlinks. It needs Maven and
 * Java 24: `node bench/icebergOnTrino.ts`.
 */
const figures = await withFolder(async (folder) => {
  const platform = await startPlatform({ port: 0, dataDirectory: join(folder, "data"), environment: {} });
  return withCleanup(platform.close, () => compare(platform, folder));
});
console.log(figureTable(figures));

async function compare(platform: Platform, folder: string): Promise<Figure[]> {
  const lab = await newBenchLab(platform);
  await loadBig(lab, folder);
  const local = join(folder, "hive");
  await mkdir(join(local, "lists/big"), { recursive: true });
  const files = await filesOfBig(await benchScope(platform));
  await writeFile(join(local, "lists/big/files"), `${files.join("\n")}\n`);
  const catalog = { url: platform.euUrl, workspace: "bench", token: lab.token };
  const iceberg = catalogProperties(platform, catalog);
  const trino = await startTrino({ iceberg, hive: hiveProperties(platform, iceberg, local) });
  return withCleanup(trino.stop, async () => {
    await declare(trino.url, local);
    const figures: Figure[] = [];
    for (const [name, sql] of Object.entries(QUERIES)) {
      const rows = [await askTrino(trino.url, sql, ICEBERG), await askTrino(trino.url, sql, HIVE)];
      const [one, other] = rows.map((answer) => JSON.stringify(answer.rows));
      if (one !== other) throw new Error(`The ${name} differs: ${one} and ${other}`);
      const times = await inTurns(RUNS, {
        iceberg: () => measureTime(() => askTrino(trino.url, sql, ICEBERG)),
        hive: () => measureTime(() => askTrino(trino.url, sql, HIVE)),
      });
      figures.push({
        what: `${name}, Iceberg / symlinks`,
        unit: "ms",
        value: times.iceberg,
        reference: times.hive,
      });
    }
    return figures;
  });
}

/** Properties of a Hive catalog that keeps its metadata in a local folder and its data files in the same object store. */
function hiveProperties(platform: Platform, iceberg: CatalogProperties, local: string): CatalogProperties {
  const store = Object.entries(iceberg).filter(([name]) => /^(s3|fs)\./.test(name));
  return {
    ...Object.fromEntries(store),
    connector: "hive",
    "hive.metastore": "file",
    "hive.metastore.catalog.dir": "local:///metastore",
    "fs.native-local.enabled": "true",
    "local.location": local,
    "s3.aws-access-key": platform.credentials.accessKeyId,
    "s3.aws-secret-key": platform.credentials.secretAccessKey,
  };
}

/** Declares the table of symlinks. Trino's SQL cannot create one, so the format of an ordinary table is changed in its metadata. */
async function declare(url: string, local: string): Promise<void> {
  await mkdir(join(local, "metastore"), { recursive: true });
  await askTrino(url, `CREATE SCHEMA ${HIVE.schema}`, HIVE);
  const properties = "format = 'PARQUET', external_location = 'local:///lists/big'";
  await askTrino(
    url,
    `CREATE TABLE ${BIG} (id BIGINT, plate VARCHAR, fitness DOUBLE) WITH (${properties})`,
    HIVE,
  );
  const path = join(local, "metastore", HIVE.schema, BIG, ".trinoSchema");
  const { storageFormat, ...table } = JSON.parse(await readFile(path, "utf8"));
  if (storageFormat !== "PARQUET") throw new Error(`The format of the table is ${storageFormat}`);
  await writeFile(path, JSON.stringify({ ...table, originalStorageFormat: SYMLINKS }));
}
