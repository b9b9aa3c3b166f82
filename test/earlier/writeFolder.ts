import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPlatform } from "#local/startPlatform.ts";
import { newLab } from "../support/lab.ts";
import { packFolder } from "./packedFolder.ts";
import { tellStory } from "./story.ts";

/**
 * Writes the data folder of a platform, in the format of this service version, to the specified file: `node
 * test/earlier/writeFolder.ts test/earlier/2026-11.br`. Tests open it with later versions, so a file is written once and never
 * replaced.
 */
const [file] = process.argv.slice(2);
if (!file) throw new Error("Name the file to write, such as test/earlier/2026-11.br");
const folder = await mkdtemp(join(tmpdir(), "earlier-"));
try {
  const platform = await startPlatform({ port: 0, dataDirectory: folder });
  const addresses = { platformUrl: platform.url, idpUrl: platform.idpUrl, dataDirectory: folder };
  await tellStory(await newLab(addresses, "EU", "earlier"));
  await platform.close();
  await removeRenewed(folder);
  await packFolder(folder, file);
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** Removes what is recreated at every start: compiled code, and keys and sessions, which must not be in a repository. */
async function removeRenewed(directory: string): Promise<void> {
  const path = join(directory, "idp", "idp.json");
  const state = JSON.parse(await readFile(path, "utf8"));
  await writeFile(path, JSON.stringify({ ...state, keys: [], sessions: [] }));
  for (const name of ["local-secret", "lock", "code-cache"])
    await rm(join(directory, name), { force: true, recursive: true });
}
