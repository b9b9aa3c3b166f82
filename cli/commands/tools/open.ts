import type { Workspace } from "#client/workspace.ts";
import type { CliCommand } from "../../command.ts";
import { UsageError } from "../../errors.ts";
import { openInBrowser } from "../../session/browserSignIn.ts";
import { lookUpProject } from "../../session/findContext.ts";
import { ifFound } from "../../session/ifFound.ts";
import { LATEST, taskIdOf } from "../../session/latestId.ts";

/** Opens a page of the console. */
export const open: CliCommand<{ console?: string; browser?: boolean }> = {
  arguments: [["[name]", "a table, a task (its id, or latest), or a project; defaults to the workspace"]],
  options: [
    ["--console <address>", "URL of the console, if it is not the platform's (PDP_CONSOLE_URL)"],
    ["-n, --no-browser", "only print the URL"],
  ],
  notes: "Prints the URL. Without a display, it only prints it.",
  run: async (cli, { console: stated, browser = true }, name: string | undefined) => {
    const workspace = await cli.workspace();
    const base = (stated ?? (cli.env.PDP_CONSOLE_URL || (await cli.url()))).replace(/\/+$/, "");
    const page = name === undefined ? "home" : await pageOf(workspace, name);
    const url = `${base}/w/${encodeURIComponent(workspace.name)}/${page}`;
    if (cli.json) cli.done({ url }, "");
    else cli.print(`${url}\n`);
    if (browser && hasDisplay(cli.env)) openInBrowser(url, cli.env);
  },
};

/** Returns the path of a page inside the workspace. */
async function pageOf(workspace: Workspace, name: string): Promise<string> {
  const isTask = name === LATEST || (/^[1-9]\d*$/.test(name) && (await ifFound(workspace.task(name).get())));
  if (isTask) return `tasks/${await taskIdOf(workspace, name)}`;
  const isTable = !/^\d/.test(name) && (await ifFound(workspace.table(name)));
  if (isTable) return `tables/${encodeURIComponent(name)}`;
  const { project } = await lookUpProject(workspace, name);
  if (project) return `projects/${project.id}`;
  throw new UsageError(`There is no table, task or project "${name}".`);
}

/** True if a browser can show pages to the user: over SSH, it would open on the other machine. */
function hasDisplay({
  BROWSER,
  DISPLAY,
  WAYLAND_DISPLAY,
  SSH_CONNECTION,
  SSH_TTY,
}: Record<string, string | undefined>): boolean {
  if (BROWSER) return true;
  const isDesktop = process.platform === "darwin" || process.platform === "win32";
  return !SSH_CONNECTION && !SSH_TTY && (isDesktop || Boolean(DISPLAY || WAYLAND_DISPLAY));
}
