import { mkdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { bytesOf } from "#client/rawClient.ts";
import type { CliCommand } from "../../command.ts";
import { UsageError } from "../../errors.ts";
import { writeResult } from "../../output/writeResult.ts";
import { loadIdOf } from "../../session/latestId.ts";

/** Writes the files of a load exactly as they were uploaded. */
export const download: CliCommand<{ output?: string }> = {
  arguments: [["<load>", "id of a load, or latest"]],
  options: [["-o, --output <folder>", "output folder; defaults to the current folder"]],
  run: async (cli, { output = "." }, stated: string) => {
    const workspace = await cli.workspace();
    const id = await loadIdOf(workspace, stated);
    const { files } = await workspace.load(id).get();
    // Paths in a load are untrusted.
    const names = files.map(({ filepath }) => basename(filepath.replaceAll("\\", "/")));
    const twice = names.find((name, index) => names.indexOf(name) !== index);
    if (twice !== undefined) {
      throw new UsageError(
        `Two files in this load are named ${twice}. Download each one with pdp api GET "data/load:downloadFile?file_id=ID".`,
      );
    }
    await mkdir(output, { recursive: true });
    for (const [index, file] of files.entries()) {
      const path = join(output, names[index] || "file");
      const stream = await bytesOf(
        workspace.raw.GET("/v2/workspace/{workspace}/data/load:downloadFile", {
          params: { path: { workspace: workspace.name }, query: { file_id: file.id, redirect: true } },
          parseAs: "stream",
          signal: cli.signal,
        }),
      );
      await writeResult(stream, "CSV", path);
      cli.say(`✓ ${path}`);
    }
  },
};
