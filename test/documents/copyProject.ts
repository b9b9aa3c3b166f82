import { execFileSync } from "node:child_process";
import { cp, mkdir, readdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { projectFiles, ROOT } from "./projectFiles.ts";

/** Copies the project files; packages are linked. The copy is a repository, because tests ask Git for its files. */
export async function copyProject(copy: string): Promise<void> {
  for (const file of [...projectFiles(), "client/schema.ts"]) await cp(join(ROOT, file), join(copy, file));
  await linkPackages(copy);
  await symlink(join(ROOT, "test/client/node_modules"), join(copy, "test/client/node_modules"));
  execFileSync("git", ["init", "--quiet"], { cwd: copy });
}

/** Links each package, and the libraries to those of the copy, as `npm ci` would do there. */
async function linkPackages(copy: string): Promise<void> {
  const from = join(ROOT, "node_modules");
  const to = join(copy, "node_modules");
  await mkdir(join(to, "@pdp"), { recursive: true });
  for (const name of await readdir(from)) {
    if (name !== "@pdp") await symlink(join(from, name), join(to, name));
  }
  for (const name of await readdir(join(from, "@pdp")))
    await symlink(join(copy, "shared", name), join(to, "@pdp", name));
}
