import { afterAll, beforeAll, describe, it } from "vitest";
import { FILE_ATTACKS } from "./fileAttacks.ts";
import { type Site, startSite } from "./site.ts";
import { withstandFile } from "./withstandFile.ts";

let site: Site;

beforeAll(async () => {
  site = await startSite();
});

afterAll(() => site.close());

describe("a hostile file", () => {
  it.each(FILE_ATTACKS)(
    "the hostile file ($name, $format) fails its load with a message and affects no one else",
    (attack) => withstandFile(site, attack),
  );
});
