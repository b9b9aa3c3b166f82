import { afterAll, beforeAll, describe, it } from "vitest";
import { FILE_ATTACKS } from "./fileAttacks.ts";
import { type Site, startSite } from "./site.ts";
import { withstandFile } from "./withstandFile.ts";

let site: Site;

beforeAll(async () => {
  site = await startSite();
});

afterAll(() => site.close());

describe("a file that is an attack", () => {
  it.each(FILE_ATTACKS)("($name, $format) fails its own load, with a sentence, and harms nobody", (attack) =>
    withstandFile(site, attack),
  );
});
