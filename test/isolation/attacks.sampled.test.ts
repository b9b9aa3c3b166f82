import { afterAll, beforeAll, describe, it } from "vitest";
import { sampled } from "#test/support/byNight.ts";
import { FILE_ATTACKS } from "./fileAttacks.ts";
import { PREVIEW_ATTACKS } from "./previewAttacks.ts";
import { type Site, startSite } from "./site.ts";
import { SQL_ATTACKS } from "./sqlAttacks.ts";
import { DATASET_ATTACKS, MOTIF_ATTACKS } from "./taskAttacks.ts";
import { withstandFile } from "./withstandFile.ts";
import { withstandPreview } from "./withstandPreview.ts";
import { withstandSql } from "./withstandSql.ts";
import { withstandDataset, withstandMotif } from "./withstandTasks.ts";

/** One attack of each kind; other files of the nightly run include all of them. */
const FILES = sampled(
  ["a footer longer than its file", "a header of 500,000 columns"],
  ["a header of 500,000 columns"],
);
const QUERIES = sampled(
  [
    "a regular expression of nested repetitions",
    "a sequence up to 2^62",
    "40,000 brackets",
    "WITH queries that double",
    "a cast that echoes a long text",
  ],
  ["a regular expression of nested repetitions", "40,000 brackets"],
);
const PREVIEWS = sampled(["1 MB of open brackets", "a header of open brackets"], ["1 MB of open brackets"]);
const DATASETS = ["parentheses"];
const MOTIFS = ["counted groups within each other"];

let site: Site;

beforeAll(async () => {
  site = await startSite();
});

afterAll(() => site.close());

describe("attacks by two tenants affect no other tenant:", () => {
  it.each(named(FILE_ATTACKS, FILES))("a file of $name", (attack) => withstandFile(site, attack));
  it.each(named(PREVIEW_ATTACKS, PREVIEWS))("the preview of $name", (attack) =>
    withstandPreview(site, attack),
  );
  it.each(named(SQL_ATTACKS, QUERIES))("a query with $name", (attack) => withstandSql(site, attack));
  it.each(named(DATASET_ATTACKS, DATASETS))("tasks over $name", ({ query }) => withstandDataset(site, query));
  it.each(named(MOTIF_ATTACKS, MOTIFS))("tasks with motifs of $name", ({ motif }) =>
    withstandMotif(site, motif),
  );
});

function named<T extends { name: string }>(attacks: readonly T[], names: readonly string[]): T[] {
  const found = attacks.filter(({ name }) => names.includes(name));
  if (found.length !== names.length) throw new Error("An attack has another name now");
  return found;
}
