import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { localIdp } from "#local/idp/localIdp.ts";
import { type Directory, directoryOf } from "#test/support/directory.ts";
import { type Answer, request } from "#test/support/http.ts";
import { memberToken, staffToken } from "#test/support/lab.ts";
import { type OwnPlatform, startOwnPlatform } from "#test/support/ownPlatform.ts";

let own: OwnPlatform;
let directory: Directory;

beforeAll(async () => {
  own = await startOwnPlatform({});
  directory = directoryOf(own.addresses);
});

afterAll(() => own.close());

function me(token: string, body?: unknown): Promise<Answer> {
  return request(body === undefined ? "GET" : "PATCH", `${own.platform.url}/users/me`, { token, body });
}

function list(token: string, query = ""): Promise<Answer> {
  return request("GET", `${own.platform.url}/users/list${query}`, { token });
}

function emails({ body }: Answer): string[] {
  return body.items.map(({ email }: { email: string }) => email);
}

/** Reads all pages. */
async function allEmails(token: string, query: string): Promise<string[]> {
  const all: string[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const page = await list(token, `?${query}&cursor=${encodeURIComponent(cursor)}`);
    expect(page.status).toBe(200);
    all.push(...emails(page));
    cursor = page.body.cursor;
  }
  return all;
}

describe("the caller's user", () => {
  it("the caller's last sign-in is the provider's, regardless of the token's organization", async () => {
    const id = await directory.user("ada@example.org", { first_name: "Ada", last_name: "Lovelace" });
    const token = await memberToken(own.addresses, null, "ada@example.org");
    const { status, body } = await me(token);
    expect([status, body.user_id]).toEqual([200, id]);
    const { users } = await own.idpState();
    expect(body.last_sign_in_at).toBe(users.find((user) => user.id === id)?.last_sign_in_at);
  });

  it("20 concurrent updates of a user are serialized", async () => {
    const token = await memberToken(own.addresses, null, "barbara@example.org");
    const names = Array.from({ length: 20 }, (_, index) => `name ${index}`);
    const answers = await Promise.all(names.map((name) => me(token, { name })));
    for (const [index, { status, body }] of answers.entries()) {
      if (status === 200) expect(body.name).toBe(names[index]);
      else expect([status, body.code]).toEqual([409, "busy"]);
    }
    expect(names).toContain((await me(token)).body.name);
  });
});

describe("the list of users", () => {
  it("a caller sees each user of shared organizations exactly once, and nobody else", async () => {
    const [first, second, foreign] = await Promise.all(
      ["first", "second", "foreign"].map((name) => directory.newOrganization(name)),
    );
    const join = async (name: string, ...orgIds: (string | undefined)[]): Promise<string> => {
      let token = "";
      for (const orgId of orgIds) {
        token = await memberToken(own.addresses, orgId ?? "", `${name}@list.example`);
        await me(token);
      }
      return token;
    };
    const both = await join("both", first, second);
    const onlyFirst = await join("one", first);
    await join("two", first, second);
    await join("three", second);
    const outsider = await join("outsider", foreign);
    const none = await memberToken(own.addresses, null, "nobody@list.example");

    const names = (all: string[]): string[] => all.map((email) => email.replace("@list.example", "")).sort();
    expect(names(emails(await list(both)))).toEqual(["both", "one", "three", "two"]);
    expect(names(emails(await list(onlyFirst)))).toEqual(["both", "one", "two"]);
    expect(names(emails(await list(outsider)))).toEqual(["outsider"]);
    expect((await list(none)).body).toStrictEqual({ items: [], cursor: null });
  });

  it("the list of users has pages, in both orders", async () => {
    const orgs = await Promise.all(["paged", "paged too"].map((name) => directory.newOrganization(name)));
    let token = "";
    for (let index = 0; index < 9; index += 1) {
      for (const orgId of index % 3 === 0 ? orgs : [orgs[index % 2] ?? ""]) {
        const member = await memberToken(own.addresses, orgId, `member${index}@paged.example`);
        await me(member);
        if (index === 0) token = member;
      }
    }
    const whole = await allEmails(token, "limit=1000");
    expect(whole.toSorted()).toEqual(Array.from({ length: 9 }, (_, index) => `member${index}@paged.example`));
    for (const limit of [1, 2, 4, 8, 9]) {
      expect(await allEmails(token, `limit=${limit}`)).toEqual(whole);
      expect(await allEmails(token, `limit=${limit}&order=DESC`)).toEqual(whole.toReversed());
    }
    const none = await list(token, "?limit=0");
    expect(none.body.items).toEqual([]);
    expect(none.body.cursor).not.toBeNull();
    for (const query of ["limit=1001", "limit=-1", "limit=x", "order=UP", "cursor=x"]) {
      const { status, body } = await list(token, `?${query}`);
      expect([status, body.detail[0].loc]).toEqual([422, ["query", query.split("=")[0]]]);
    }
  });

  it("a cursor of the list is valid only for the user who requested it", async () => {
    const orgId = await directory.newOrganization("cursors");
    const tokens = [];
    for (const name of ["a", "b"]) {
      const token = await memberToken(own.addresses, orgId, `${name}@cursors.example`);
      await me(token);
      tokens.push(token);
    }
    const { body } = await list(tokens[0] ?? "", "?limit=1");
    const outsider = await memberToken(
      own.addresses,
      await directory.newOrganization("elsewhere"),
      "c@cursors.example",
    );
    const foreign = await list(outsider, `?limit=1&cursor=${encodeURIComponent(body.cursor)}`);
    expect([foreign.status, foreign.body.detail[0].loc]).toEqual([422, ["query", "cursor"]]);
  });

  it("staff see all users, including machines", async () => {
    const orgId = await directory.newOrganization("seen by staff");
    const machine = await localIdp(own.platform).machineToken(orgId);
    await me(machine);
    await me(await memberToken(own.addresses, orgId, "person@staff.example"));
    const staff = await staffToken(own.addresses);
    const all = await allEmails(staff, "limit=5");
    expect(new Set(all).size).toBe(all.length);
    expect(all).toContain("person@staff.example");
    expect(all.filter((email) => email.endsWith("@machine.invalid")).length).toBeGreaterThan(0);
    const { items } = (await list(machine)).body;
    expect(items.map(({ user_type }: { user_type: string }) => user_type).sort()).toEqual(["M2M", "USER"]);
  });

  it("a former member no longer sees the organization's users, even with a token for the organization", async () => {
    const [kept = "", left = ""] = await Promise.all(
      ["kept", "left"].map((name) => directory.newOrganization(name)),
    );
    const colleague = await memberToken(own.addresses, left, "colleague@left.example");
    await me(colleague);
    const userId = await directory.user("leaver@left.example");
    const membershipId = await directory.admit(userId, left);
    await me(await memberToken(own.addresses, left, "leaver@left.example"));
    const token = await memberToken(own.addresses, kept, "leaver@left.example");
    expect(emails(await list(token)).sort()).toEqual(["colleague@left.example", "leaver@left.example"]);
    await directory.dismiss(membershipId);
    expect(emails(await list(token))).toEqual(["leaver@left.example"]);
  });
});
