import { describe, expect, test } from "vitest";
import {
  addTab,
  closeTab,
  draftKey,
  MAX_TABS,
  openTabs,
  tabOf,
  tabTitle,
} from "#console/pages/sql/sqlTabs.ts";

function newStorage(): Storage {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  } as Storage;
}

describe("open queries", () => {
  test("a new query gets the lowest free number, and closing a query shows the previous one", () => {
    const storage = newStorage();
    expect(openTabs("lab", 1, storage)).toEqual([1]);
    expect(addTab("lab", openTabs("lab", 1, storage), storage)).toBe(2);
    expect(addTab("lab", openTabs("lab", 2, storage), storage)).toBe(3);
    storage.setItem(draftKey("lab", 2), "SELECT 1");
    expect(closeTab("lab", 2, openTabs("lab", 2, storage), storage)).toBe(1);
    expect(storage.getItem(draftKey("lab", 2))).toBeNull();
    expect(openTabs("lab", 3, storage)).toEqual([1, 3]);
    expect(addTab("lab", [1, 3], storage)).toBe(2);
    expect(closeTab("lab", 1, [1, 3, 2], storage)).toBe(3);
    expect(openTabs("other", 1, storage)).toEqual([1]);
  });

  test("the query in the URL is open, whatever the browser has stored", () => {
    const storage = newStorage();
    for (const text of ["{", "null", "[]", '["x", -1, 1.5, 1]']) {
      storage.setItem("sql tabs lab", text);
      expect(openTabs("lab", 4, storage), text).toEqual([1, 4]);
    }
    storage.setItem("sql tabs lab", JSON.stringify(Array.from({ length: 500 }, (_, index) => index + 1)));
    expect(openTabs("lab", 1, storage).length).toBeLessThanOrEqual(MAX_TABS + 1);
  });

  test.each([
    ["", 1],
    ["tab=3", 3],
    ["tab=0", 1],
    ["tab=-2", 1],
    ["tab=1.5", 1],
    ["tab=1e9", 1],
    ["tab=x", 1],
  ])("the URL %j refers to query %i", (search, tab) => {
    expect(tabOf(new URLSearchParams(search))).toBe(tab);
  });

  test("a query is named after its number and its first table", () => {
    expect(tabTitle(1, "")).toBe("Query 1");
    expect(tabTitle(2, "SELECT 1")).toBe("Query 2");
    expect(tabTitle(1, "SELECT *\nFROM variants\nWHERE x")).toBe("1: variants");
    expect(tabTitle(3, '-- from here\nselect a from "odd name" join b')).toBe("3: odd name");
  });

  test("the first query keeps the draft from earlier versions of the page", () => {
    expect([draftKey("lab", 1), draftKey("lab", 2)]).toEqual(["sql lab", "sql lab 2"]);
  });
});
