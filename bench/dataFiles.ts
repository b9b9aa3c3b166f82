import { readdir } from "node:fs/promises";
import { join } from "node:path";

/** The Parquet files that the loads of a platform have written so far. */
export async function dataFiles({ dataDirectory }: { dataDirectory: string }): Promise<string[]> {
  const lake = join(dataDirectory, "s3");
  const files = await readdir(lake, { recursive: true, withFileTypes: true });
  return files
    .filter((file) => file.isFile() && file.name.endsWith(".parquet"))
    .map((file) => join(file.parentPath, file.name));
}
