import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { matchPath } from "#console/matchPath.ts";
import { PAGE_LIST } from "./pageList.ts";

/** Routes in the source text: its pages are components, which the type check of the tests does not read. */
function routes(): string[] {
  const text = readFileSync("console/workspacePages.ts", "utf8");
  return [...text.matchAll(/^ {2}"?([a-z/:]+)"?: async/gm)].map(([, route]) => route as string);
}

it("every page of the console is in the list that pictures and checks follow", () => {
  const listed = new Set(PAGE_LIST.map(({ route }) => route));
  expect(routes().length).toBeGreaterThan(20);
  expect([...listed].toSorted()).toEqual(routes().toSorted());
});

it("a listed path opens its page", () => {
  const others = PAGE_LIST.flatMap(({ path, route }) => {
    if (typeof path !== "string") return [];
    const [before = ""] = path.split("?");
    return matchPath(route, before || "home") === null ? [path] : [];
  });
  expect(others).toEqual([]);
});

it("pages have different names", () => {
  expect(new Set(PAGE_LIST.map(({ name }) => name)).size).toBe(PAGE_LIST.length);
});
