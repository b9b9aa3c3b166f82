import { existsSync, openAsBlob } from "node:fs";
import { basename } from "node:path";
import type { Structure } from "#client/structures.ts";
import type { CliCommand } from "../../command.ts";
import { UsageError } from "../../errors.ts";
import { projectOf } from "../../session/findContext.ts";
import { structureWords } from "./structureWords.ts";

const WORKSPACE = { kind: "WORKSPACE" } as const;

interface Options {
  name?: string;
  project?: string;
}

/** Adds a protein structure, and states what it contains. */
export const add: CliCommand<Options> = {
  arguments: [["<file>", "structure in PDB or mmCIF format, also .gz"]],
  options: [
    ["--name <text>", "name of the structure; defaults to the name of the file"],
    [
      "-p, --project <name>",
      "project of the structure; defaults to the usual project, otherwise to the whole workspace",
    ],
  ],
  run: async (cli, { name, project: wanted }, path: string) => {
    const workspace = await cli.workspace();
    if (!existsSync(path)) throw new UsageError(`There is no file "${path}".`);
    const file = await openAsBlob(path);
    const project = await projectOf(cli, workspace, wanted === undefined ? {} : { project: wanted });
    const context = project ? ({ kind: "PROJECT", project_id: project.id } as const) : WORKSPACE;
    const structure: Structure = await workspace.structures.add(file, name ?? basename(path), context);
    const { data, id } = structure;
    if (data.state === "UNREADABLE") throw new UsageError(data.problem ?? "The structure cannot be read.");
    cli.done(structure, `✓ structure ${data.name}, ${id}\n${structureWords(data).join("\n")}`);
    if (!cli.json && !process.stdout.isTTY) cli.print(`${id}\n`);
  },
};
