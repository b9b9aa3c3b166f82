import { readdir } from "node:fs/promises";
import { join } from "node:path";

/** Lists the Parquet files written so far by the loads of a platform in region EU. */
export async function dataFiles({ dataDirectory }: { dataDirectory: string }): Promise<string[]> {
  const bucket = join(dataDirectory, "s3", "lake-eu");
  const files = await readdir(bucket, { recursive: true, withFileTypes: true });
  return files
    .filter((file) => file.isFile() && file.name.endsWith(".parquet"))
    .map((file) => join(file.parentPath, file.name));
}
