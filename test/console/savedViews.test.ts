import { expect, test } from "vitest";
import { deleteView, savedViews, saveView, viewQueryOf } from "#console/pages/table/savedViews.ts";

/** Storage of a browser, which holds `limit` characters. */
function newStorage(limit = 100_000): Storage {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (value.length > limit) throw new DOMException("full", "QuotaExceededError");
      kept.set(key, value);
    },
    removeItem: (key: string) => void kept.delete(key),
    get length() {
      return kept.size;
    },
  } as Storage;
}

test("a view keeps filters, order and columns of the address, and nothing else", () => {
  const address = new URLSearchParams(
    "tab=data&where=tm|at-least|50&match=any&as_of=7&row=3&show=tm&pin=tm&sort=tm&order=desc",
  );
  expect([...new URLSearchParams(viewQueryOf(address)).keys()]).toEqual([
    "where",
    "match",
    "show",
    "pin",
    "sort",
    "order",
  ]);
});

test("views are kept for each table of each workspace, and replaced by name", () => {
  const storage = newStorage();
  saveView("lab", "1", { name: "stable", query: "sort=tm" }, storage);
  saveView("lab", "1", { name: "active", query: "sort=activity" }, storage);
  saveView("lab", "1", { name: "stable", query: "sort=tm&order=desc" }, storage);
  expect(savedViews("lab", "1", storage)).toEqual([
    { name: "active", query: "sort=activity" },
    { name: "stable", query: "sort=tm&order=desc" },
  ]);
  expect([savedViews("lab", "2", storage), savedViews("other", "1", storage)]).toEqual([[], []]);
  deleteView("lab", "1", "active", storage);
  deleteView("lab", "1", "stable", storage);
  expect([savedViews("lab", "1", storage), storage.length]).toEqual([[], 0]);
});

test("what somebody else wrote there is skipped", () => {
  const storage = newStorage();
  for (const text of [
    "{",
    "7",
    '"x"',
    '[null, {"name": 3}, {"name": "a"}, {"name": "b", "query": "sort=tm"}]',
  ]) {
    storage.setItem("views lab 1", text);
    expect(savedViews("lab", "1", storage).map(({ name }) => name)).toEqual(
      text.startsWith("[") ? ["b"] : [],
    );
  }
});

test("a view that cannot be kept is refused with a sentence", () => {
  const view = { name: "stable", query: "sort=tm" };
  expect(() => saveView("lab", "1", view, newStorage(5))).toThrow("the view is not saved");
  expect(() => saveView("lab", "1", { name: "x", query: "y".repeat(5_000) }, newStorage())).toThrow(
    "too many filters",
  );
  const storage = newStorage();
  for (let index = 0; index < 50; index += 1)
    saveView("lab", "1", { ...view, name: `view ${index}` }, storage);
  expect(() => saveView("lab", "1", { ...view, name: "one more" }, storage)).toThrow(
    "at most 50 saved views",
  );
  saveView("lab", "1", { ...view, name: "view 7" }, storage);
});
