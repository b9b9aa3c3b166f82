import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";

/** Stores a folder as one compressed file: the base64 content of each file, by path. */
export async function packFolder(folder: string, file: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : []));
  const contents: Record<string, string> = {};
  for (const path of paths.toSorted())
    contents[relative(folder, path)] = (await readFile(path)).toString("base64");
  const params = { [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS };
  await writeFile(file, brotliCompressSync(JSON.stringify(contents), { params }));
}

/** Writes the files of a packed folder to a folder. */
export async function unpackFolder(file: string, folder: string): Promise<void> {
  const contents: Record<string, string> = JSON.parse(
    brotliDecompressSync(await readFile(file)).toString("utf8"),
  );
  for (const [path, content] of Object.entries(contents)) {
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, Buffer.from(content, "base64"), { mode: 0o600 });
  }
}
