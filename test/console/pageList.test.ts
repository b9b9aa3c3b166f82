import { expect, it } from "vitest";
import { matchPath } from "#console/matchPath.ts";
import { consoleRoutes } from "./consoleRoutes.ts";
import { PAGE_LIST } from "./pageList.ts";

it("every page of the console is in the list that pictures and checks follow", () => {
  const listed = new Set(PAGE_LIST.map(({ route }) => route));
  expect(consoleRoutes().length).toBeGreaterThan(20);
  expect([...listed].toSorted()).toEqual(consoleRoutes().toSorted());
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
