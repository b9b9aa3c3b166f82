import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { bundleConsole } from "./bundleConsole.ts";

/** Folders with the console files, and a content hash for each. */
export interface WrittenConsole {
  /** Files with names that change with their content, under `assets/`. */
  assets: { directory: string; hash: string };
  /** The page and the configuration that it reads. */
  pages: { directory: string; hash: string };
}

/** Configuration that a console page reads first. */
export interface ConsoleConfiguration {
  /** URL of the platform, which in turn names the identity provider. */
  platform_url: string;
  /** Command, without its options, that makes users members of workspaces; only for a local platform. */
  member_command?: string;
}

export function consoleConfiguration(platformUrl: string): ConsoleConfiguration {
  return { platform_url: platformUrl };
}

/** Bundles the console and writes its files to a directory. */
export async function writeConsole(
  directory: string,
  platformUrl: string,
  productName?: string,
): Promise<WrittenConsole> {
  const { files, index } = await bundleConsole(productName);
  const configuration = new TextEncoder().encode(JSON.stringify(consoleConfiguration(platformUrl)));
  return {
    assets: writeFiles(
      join(directory, "assets"),
      new Map([...files].map(([path, { body }]) => [path, body])),
    ),
    pages: writeFiles(
      join(directory, "pages"),
      new Map([
        ["/index.html", index.body],
        ["/config.json", configuration],
      ]),
    ),
  };
}

/** Writes files to a folder, by their paths on the web. */
export function writeFiles(
  directory: string,
  files: ReadonlyMap<string, Uint8Array>,
): { directory: string; hash: string } {
  const hash = createHash("sha256");
  for (const [path, body] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const file = join(directory, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, body);
    hash.update(`${path}\n${body.length}\n`).update(body);
  }
  return { directory, hash: hash.digest("hex") };
}
