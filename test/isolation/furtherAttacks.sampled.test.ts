import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sampled } from "#test/support/byNight.ts";
import { scalar } from "#test/support/lab.ts";
import { credentialOutcomes } from "./credentialAttacks.ts";
import { DOOR_ATTACKS } from "./doorAttacks.ts";
import type { FileAttack } from "./fileAttacks.ts";
import { type Foreign, type Intruder, newForeign, newIntruder, SECRET } from "./intruder.ts";
import { FOOTER_ATTACKS, PAGE_ATTACKS } from "./parquetAttacks.ts";
import { REQUEST_ATTACKS, type RequestAttack } from "./requestAttacks.ts";
import { type Site, startSite } from "./site.ts";
import { STATEMENT_ATTACKS } from "./statementAttacks.ts";
import { outcomeOfFile } from "./withstandFile.ts";
import { WORKBOOK_ATTACKS } from "./workbookAttacks.ts";

let site: Site;
let intruders: [Intruder, Intruder];
let foreign: Foreign;

beforeAll(async () => {
  site = await startSite();
  const [first, second] = site.attackers;
  intruders = [await newIntruder(site, first), await newIntruder(site, second)];
  foreign = await newForeign(site, site.bystander);
});

afterAll(() => site.close());

/** Both attackers do the same at once, while the bystander works. */
function attackTwice<Result>(attack: (attacker: Intruder) => Promise<Result>): Promise<Result[]> {
  return site.withstand(() => Promise.all(intruders.map(attack)));
}

describe("two tenants who send hostile requests reach no one else, and each request is refused:", () => {
  it.each(Object.entries({ ...REQUEST_ATTACKS, ...STATEMENT_ATTACKS, ...DOOR_ATTACKS }))(
    "%s",
    async (_, attacks) => {
      const outcomes = await attackTwice((attacker) =>
        Promise.all(attacks.map((one) => outcomeOf(one, attacker))),
      );
      const expected = attacks.map(({ name, status, says }) => ({ name, status, says }));
      expect(outcomes).toEqual([expected, expected]);
    },
  );
});

it("credentials that the catalog issues reach only the tables of their workspace", async () => {
  for (const [found, expected] of await attackTwice(({ lab }) => credentialOutcomes(lab, foreign.lab)))
    expect(found).toEqual(expected);
});

it("of ten confirmations and ten cancellations at once, either all confirmations or all cancellations win", async () => {
  const races = await attackTwice(async ({ erase, lab }) => {
    const { body: plan } = await erase("POST", "data:prepareErasure", {
      reference: "secrets",
      where: "id = 1",
    });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        erase(
          "POST",
          index % 2 === 0 ? `data:confirmErasure?plan_id=${plan.id}` : `data:cancelErasure?id=${plan.id}`,
        ),
      ),
    );
    const state = async (): Promise<string> =>
      (await erase("GET", `data:getErasure?id=${plan.id}&wait_seconds=5`)).body.state;
    await expect.poll(state).not.toBe("ERASING");
    return {
      statuses: answers.map(({ status }) => status),
      state: await state(),
      rows: Number(await scalar(lab, "SELECT count(*) FROM secrets")),
    };
  });
  for (const { statuses, state, rows } of races) {
    expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([]);
    expect(
      statuses.filter((_, index) => index % 2 === 0).filter((status) => status === 200).length,
    ).toBeLessThan(2);
    expect([state, rows]).toEqual(rows === 1 ? ["CANCELLED", 1] : ["COMPLETED", 0]);
  }
});

interface Outcome {
  name: string;
  status: number;
  /** The expected part of the response if it is there, otherwise the whole response. */
  says: string;
}

async function outcomeOf({ name, send, says }: RequestAttack, attacker: Intruder): Promise<Outcome> {
  const { status, body } = await send(attacker, foreign);
  const text = JSON.stringify(body);
  expect(text).not.toContain(SECRET);
  expect(text.length).toBeLessThan(4_000);
  return { name, status, says: text.includes(says) ? says : text };
}

describe("two tenants who upload hostile files slow no one else, and each file is refused:", () => {
  it.each<[string, readonly FileAttack[]]>([
    ["footers of Parquet files", FOOTER_ATTACKS],
    ["pages of Parquet files", PAGE_ATTACKS],
    ["parts of workbooks", WORKBOOK_ATTACKS],
  ])("%s", async (_, all) => {
    const attacks = sampled(
      all,
      all.filter((_, index) => index % 3 === 0),
    );
    const outcomes = await attackTwice(({ lab }) =>
      Promise.all(
        attacks.map(async (attack) => {
          const { state, errors } = await outcomeOfFile(lab, attack);
          const said = errors.join(" ");
          return [attack.name, state, said.includes(attack.says ?? "") ? attack.says : said];
        }),
      ),
    );
    const expected = attacks.map(({ name, says }) => [name, "FAILED", says]);
    expect(outcomes).toEqual([expected, expected]);
  });
});
