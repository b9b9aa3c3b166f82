import { expect, test } from "vitest";
import { viewQueryOf, viewsList } from "#console/pages/table/savedViews.ts";
import { deleteText, savedTexts, saveText } from "#console/parts/savedTexts.ts";

/** Browser storage with a capacity of `limit` characters. */
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

test("a saved view keeps only the filters, order and columns from the URL", () => {
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

const LIST = viewsList("lab", "1");

test("strings are saved per list and replaced by name", () => {
  const storage = newStorage();
  saveText(LIST, { name: "stable", text: "sort=tm" }, storage);
  saveText(LIST, { name: "active", text: "sort=activity" }, storage);
  saveText(LIST, { name: "stable", text: "sort=tm&order=desc" }, storage);
  expect(savedTexts(LIST, storage)).toEqual([
    { name: "active", text: "sort=activity" },
    { name: "stable", text: "sort=tm&order=desc" },
  ]);
  expect(savedTexts(viewsList("lab", "2"), storage)).toEqual([]);
  expect(savedTexts(viewsList("other", "1"), storage)).toEqual([]);
  deleteText(LIST, "active", storage);
  deleteText(LIST, "stable", storage);
  expect([savedTexts(LIST, storage), storage.length]).toEqual([[], 0]);
});

test("stored entries of other kinds are skipped", () => {
  const storage = newStorage();
  for (const text of [
    "{",
    "7",
    '"x"',
    '[null, {"name": 3}, {"name": "a"}, {"name": "b", "text": "sort=tm"}]',
  ]) {
    storage.setItem(LIST, text);
    expect(savedTexts(LIST, storage).map(({ name }) => name)).toEqual(text.startsWith("[") ? ["b"] : []);
  }
});

test("a string that cannot be saved is rejected with a message", () => {
  const saved = { name: "stable", text: "sort=tm" };
  expect(() => saveText(LIST, saved, newStorage(5))).toThrow("so nothing was saved");
  const long = { name: "x", text: "y".repeat(20_001) };
  expect(() => saveText(LIST, long, newStorage())).toThrow("more than 20,000 characters");
  const storage = newStorage();
  for (let index = 0; index < 50; index += 1) saveText(LIST, { ...saved, name: `view ${index}` }, storage);
  expect(() => saveText(LIST, { ...saved, name: "one more" }, storage)).toThrow("At most 50 can be saved");
  saveText(LIST, { ...saved, name: "view 7" }, storage);
});
