import { parseArgs } from "node:util";
import { formatCount } from "@pdp/basics/wording";
import { backUp, restoreBackup } from "./backup/backUp.ts";
import { dataDirectoryFrom } from "./idp/localSecret.ts";
import { holderOf } from "./lockDirectory.ts";

const HELP = `Backs up the data of the local platform to a folder, even while it runs, and restores it.

  npm run -s backup -- FOLDER             copies what is new since the last backup in FOLDER
  npm run -s backup -- --restore FOLDER   copies FOLDER to DATA_DIR, which must not exist or must be empty

FOLDER then contains everything in DATA_DIR, including the accounts and keys of the identity provider: protect it
like DATA_DIR. Until a backup is complete, the previous one remains usable. DATA_DIR defaults to .data.`;

/** Runs the program and returns the exit code. */
async function run(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      restore: { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  const [folder, ...rest] = positionals;
  if (values.help || folder === undefined || rest.length > 0) {
    console.log(HELP);
    return values.help ? 0 : 2;
  }
  const data = dataDirectoryFrom(process.env);
  const start = Date.now();
  if (values.restore) {
    if ((await holderOf(data)) !== null) throw new Error(`A platform uses ${data}. Stop it first.`);
    const createdAt = await restoreBackup(folder, data);
    console.log(
      `${data} contains the backup of ${createdAt}. Start the platform with: DATA_DIR=${data} npm start`,
    );
    return 0;
  }
  const { files, copiedFiles, copiedBytes, bytes } = await backUp(data, folder);
  const seconds = ((Date.now() - start) / 1000).toFixed(1);
  console.log(
    `${folder} contains ${formatCount(files, "file")}, ${megabytes(bytes)}; ${formatCount(copiedFiles, "file")}, ${megabytes(copiedBytes)}, were copied in ${seconds} s.`,
  );
  return 0;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

try {
  process.exitCode = await run();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
