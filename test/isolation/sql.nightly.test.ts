import { afterAll, beforeAll, describe, it } from "vitest";
import { type Site, startSite } from "./site.ts";
import { SQL_ATTACKS } from "./sqlAttacks.ts";
import { withstandSql } from "./withstandSql.ts";

let site: Site;

beforeAll(async () => {
  site = await startSite();
});

afterAll(() => site.close());

describe("a hostile query", () => {
  it.each(SQL_ATTACKS)(
    "the hostile query ($name) produces a correct result or a documented error and affects no one else",
    (attack) => withstandSql(site, attack),
  );
});
