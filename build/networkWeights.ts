import { copyFileSync, globSync, mkdirSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

const PROJECT = fileURLToPath(new URL("../", import.meta.url));

/** Module that reads trained networks: scripts that contain it need the weights in a folder next to them. */
export const NETWORK_READER = "shared/science/inverseFolding/networkFiles.ts";

/** Copies the weights of trained networks next to a bundled script. Returns the files' paths. */
export function copyNetworkWeights(directory: string): string[] {
  mkdirSync(join(directory, "weights"), { recursive: true });
  return globSync("shared/science/inverseFolding/weights/*.weights", { cwd: PROJECT }).map((file) => {
    const copy = join(directory, "weights", basename(file));
    copyFileSync(join(PROJECT, file), copy);
    return copy;
  });
}
