import { afterAll, beforeAll, describe, it } from "vitest";
import { type Site, startSite } from "./site.ts";
import { DATASET_ATTACKS, MOTIF_ATTACKS } from "./taskAttacks.ts";
import { withstandDataset, withstandMotif } from "./withstandTasks.ts";

let site: Site;

beforeAll(async () => {
  site = await startSite();
});

afterAll(() => site.close());

describe("tasks of two tenants", () => {
  it.each(DATASET_ATTACKS)(
    "tasks with a query of $name are rejected or created, and stall no one",
    ({ query }) => withstandDataset(site, query),
  );

  it.each(MOTIF_ATTACKS)("tasks with motifs of $name are rejected, and stall no one", ({ motif }) =>
    withstandMotif(site, motif),
  );
});
