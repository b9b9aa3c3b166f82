import { expect, test } from "vitest";
import { recentProjects } from "#console/pages/home/recentProjects.ts";
import { arrangeList, type ListChoice, type Listed, orderNamed } from "#console/parts/arrangeList.ts";
import { matchingOptions } from "#console/parts/matchingOptions.ts";

const TABLES: readonly Listed[] = [
  { name: "plate_10", description: "kinase screen", changedAt: "2026-01-02", createdBy: "ada", rows: 5 },
  { name: "plate_9", description: null, changedAt: "2026-01-03", createdBy: "bo", rows: 50 },
  { name: "Views", description: "of the Kinase", changedAt: "2026-01-01", createdBy: "ada" },
];
const names = (choice: Partial<ListChoice>) =>
  arrangeList(TABLES, (one) => one, { words: "", order: "recent", person: "", ...choice }).map(
    ({ name }) => name,
  );

test("a list is sorted by its latest change, by names with their numbers, or by rows", () => {
  expect(names({})).toEqual(["plate_9", "plate_10", "Views"]);
  expect(names({ order: "name" })).toEqual(["plate_9", "plate_10", "Views"]);
  expect(names({ order: "rows" })).toEqual(["plate_9", "plate_10", "Views"]);
  expect([null, "rows", "toString"].map(orderNamed)).toEqual(["recent", "rows", "recent"]);
});

test("a search finds all words in names and descriptions, also of one person", () => {
  expect(names({ words: "KINASE" })).toEqual(["plate_10", "Views"]);
  expect(names({ words: "screen plate" })).toEqual(["plate_10"]);
  expect(names({ person: "ada", words: "view" })).toEqual(["Views"]);
  expect(names({ words: "nothing" })).toEqual([]);
});

test("home lists the projects that a person worked in last, then those of others, then the newest", () => {
  const projects = ["1", "2", "3", "4", "5"].map((id) => ({ id }));
  const work = (project: string, at: string, by: string) => ({
    context: { kind: "ROUND", project_id: project },
    created_at: at,
    created_by: by,
  });
  const done = [
    work("2", "2026-01-01", "ada"),
    work("1", "2026-01-02", "ada"),
    work("2", "2026-01-09", "bo"),
    work("3", "2026-01-05", "bo"),
    { context: { kind: "WORKSPACE" }, created_at: "2026-01-09", created_by: "ada" },
  ];
  expect(recentProjects(projects, done, "ada").map(({ id }) => id)).toEqual(["1", "2", "3", "5", "4"]);
});

test("a selector lists what can be selected first, and keeps the selected option in every search", () => {
  const option = (value: string, reason: string | null = null) => ({ value, text: `Table ${value}`, reason });
  const options = [option("empty", "no rows"), option("one"), option("two")];
  const values = (words: string, value = "") =>
    matchingOptions(options, words, value).map((one) => one.value);
  expect(values("")).toEqual(["one", "two", "empty"]);
  expect(values("TWO table")).toEqual(["two"]);
  expect(values("two", "one")).toEqual(["one", "two"]);
});
