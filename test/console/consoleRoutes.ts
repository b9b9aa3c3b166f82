import { readFileSync } from "node:fs";
import { matchPath } from "#console/matchPath.ts";

/** Returns the routes of `console/workspacePages.ts`, as text: its pages are components, which Node cannot load. */
export function consoleRoutes(): string[] {
  const text = readFileSync("console/workspacePages.ts", "utf8");
  return [...text.matchAll(/^ {2}"?([a-z/:-]+)"?: async/gm)].map(([, route]) => route as string);
}

/** Returns the routes that none of the paths below a workspace opens. */
export function unopenedRoutes(paths: readonly string[]): string[] {
  const opened = paths.map((path) => path.split("?")[0] || "home");
  return consoleRoutes().filter((route) => opened.every((path) => matchPath(route, path) === null));
}
