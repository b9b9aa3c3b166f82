import { execFileSync } from "node:child_process";
import { cp, symlink } from "node:fs/promises";
import { join } from "node:path";
import { projectFiles, ROOT } from "./projectFiles.ts";

const MODULES = ["node_modules", "test/client/node_modules"];

/** Copies the project files; packages are linked. The copy is a repository, because tests ask Git for its files. */
export async function copyProject(copy: string): Promise<void> {
  for (const file of [...projectFiles(), "client/schema.ts"]) await cp(join(ROOT, file), join(copy, file));
  for (const folder of MODULES) await symlink(join(ROOT, folder), join(copy, folder));
  execFileSync("git", ["init", "--quiet"], { cwd: copy });
}
