import { afterAll, beforeAll, describe, it } from "vitest";
import { type Site, startSite } from "./site.ts";
import { SQL_ATTACKS } from "./sqlAttacks.ts";
import { withstandSql } from "./withstandSql.ts";

let site: Site;

beforeAll(async () => {
  site = await startSite();
});

afterAll(() => site.close());

describe("a query that is an attack", () => {
  it.each(SQL_ATTACKS)("($name) ends in a right result or a documented error, and harms nobody", (attack) =>
    withstandSql(site, attack),
  );
});
