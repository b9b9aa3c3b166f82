import { randomBytes } from "node:crypto";
import { expect } from "vitest";
import { localIdp } from "#local/idp/localIdp.ts";
import { IMAGE_BEGINNINGS } from "#test/support/imageBeginnings.ts";
import { directoryOf } from "../../support/directory.ts";
import { memberToken, uniqueName } from "../../support/lab.ts";
import { expectInvalid, expectRefused, expectSuccess, isIdText, isTime, isUser } from "../expectations.ts";
import { operationRule, type Rule, rule, testedRule } from "../rule.ts";
import type { Site } from "../site.ts";

const FILE = "test/functions/users.test.ts";
const SHARED = "a caller sees each user of shared organizations exactly once, and nobody else";

const USER = "Specification: User";
const OPERATIONS = "Specification: Platform and identity endpoints";
const VALUES = "Decisions: Values";
const EDIT = "EditUserRequest: `name` string (max 200) or null, optional.";
const LIST = "ListUsersResponse: `{items: [User], cursor: string|null}`, both required.";
const SHOWS = "`/users/list` shows the users of the caller's organizations; staff see all.";
const LIMIT = "user `name`, `email`, `user_id` | at most 200 characters";
const PICTURE =
  "PNG, JPEG, WebP or GIF by content, at most 4 MB (the gateway's limit); `picture` is `{base}/users/picture?key=<128 random bits>`, open, served with its fixed image type and `nosniff`";
const MACHINE =
  "A machine token has no user record at the provider: `user_type` is `M2M`, `name` its `sub`, `email` `<sub>@machine.invalid`.";
const OPEN =
  "`GET /auth:apiStrategy`, `/openapi.json`, `/docs`, `/500` and the webhooks are open; everything else needs a token.";
const TOO_LARGE = "file above 100 MB, picture above 4 MB, body above the gateway's limit";
const MAX_PICTURE_BYTES = 4 * 1024 * 1024;

const NO_IMAGES: Record<string, Buffer> = {
  "an SVG": Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"),
  "a page": Buffer.from("<!doctype html><script>alert(1)</script>"),
  "an empty file": Buffer.alloc(0),
  "a sound in the frame of a WebP": Buffer.from("RIFF\x10\x00\x00\x00WAVEfmt ", "latin1"),
};

function image(size = 200, type = "image/png"): Buffer {
  const beginning = IMAGE_BEGINNINGS[type] ?? Buffer.alloc(0);
  return Buffer.concat([beginning, randomBytes(size - beginning.length)]);
}

/** Creates a user that no other row uses. */
function newcomer(site: Site, orgId: string | null = null): Promise<string> {
  return memberToken(site.addresses, orgId, `${uniqueName("u")}@example.org`);
}

function me(site: Site, token: string, body?: unknown) {
  return site.platform(body === undefined ? "GET" : "PATCH", "/users/me", { token, body });
}

function uploadPicture(site: Site, token: string, content: Buffer, part = "file") {
  const form = new FormData();
  form.set(part, new File([new Uint8Array(content)], "portrait.html", { type: "text/html" }));
  return site.platform("POST", "/users/me/picture", { token, body: form });
}

/** Path of a picture's URL. */
function pathOf(picture: string): string {
  const { pathname, search } = new URL(picture);
  return pathname + search;
}

const typeRules = Object.keys(IMAGE_BEGINNINGS).map((type) =>
  rule(VALUES, PICTURE, `a picture is recognized as ${type} by content, whatever its name`, async (site) => {
    const { picture } = expectSuccess(await uploadPicture(site, await newcomer(site), image(200, type)));
    const { status, headers } = await site.platform("GET", pathOf(picture), { token: null });
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
    expect([status, headers.get("content-type"), headers.get("x-content-type-options")]).toEqual([
      200,
      type,
      "nosniff",
    ]);
  }),
);

const noImageRules = Object.entries(NO_IMAGES).map(([what, content]) =>
  rule(VALUES, PICTURE, `${what} is not a picture: a 422, and nothing is stored`, async (site) => {
    const token = await newcomer(site);
    expectInvalid(await uploadPicture(site, token, content), "body", "file");
    expect(expectSuccess(await me(site, token))).toMatchObject({ picture: null, picture_file_id: null });
  }),
);

const closedRules = (
  [
    ["GET", "/users/me"],
    ["PATCH", "/users/me"],
    ["GET", "/users/list"],
    ["POST", "/users/me/picture"],
    ["DELETE", "/users/me/picture"],
  ] as const
).map(([method, path]) =>
  rule("Decisions: Identity provider", OPEN, `${method} ${path} needs a token`, async (site) => {
    expectRefused(await site.platform(method, path, { token: null }), 401, "token_missing");
  }),
);

export const userRules: readonly Rule[] = [
  ...closedRules,
  operationRule(
    "getMe",
    OPERATIONS,
    "GET `/users/me` (internal) | none | none | User",
    "a user has exactly the documented fields",
    async (site) => {
      const email = `${uniqueName("u")}@example.org`;
      await directoryOf(site.addresses).user(email, { first_name: "Ada", last_name: "Example" });
      expect(expectSuccess(await me(site, await memberToken(site.addresses, null, email)))).toStrictEqual({
        type: "user",
        user_id: isUser,
        name: "Ada Example",
        email,
        picture: null,
        picture_file_id: null,
        user_type: "USER",
        last_sign_in_at: isTime,
      });
    },
  ),
  rule(
    USER,
    "type | string, constant `user` | default `user`",
    "a machine has the type user, too",
    async (site) => {
      const token = await localIdp(site.addresses).machineToken(site.lab.orgId);
      expect(expectSuccess(await me(site, token)).type).toBe("user");
    },
  ),
  rule(
    "Decisions: Identity provider",
    MACHINE,
    "a machine's user is derived from its token",
    async (site) => {
      const token = await localIdp(site.addresses).machineToken(site.lab.orgId);
      const { sub, iat } = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
      const machine = expectSuccess(await me(site, token));
      // When its first token was issued, which another test may have used.
      expect(Date.parse(machine.last_sign_in_at)).toBeGreaterThan(0);
      expect(Date.parse(machine.last_sign_in_at)).toBeLessThanOrEqual(1_000 * iat);
      expect(machine).toMatchObject({
        picture: null,
        user_id: sub,
        name: sub,
        email: `${sub}@machine.invalid`,
        user_type: "M2M",
      });
    },
  ),
  rule(USER, "user_id | string, max 200 | required", "the user's id matches created_by", async (site) => {
    const { user_id } = expectSuccess(await me(site, site.lab.token));
    const { created_by } = expectSuccess(await site.get(`/project:get?id=${site.lab.projectId}`));
    expect(user_id).toBe(created_by);
  }),
  operationRule(
    "editMe",
    OPERATIONS,
    "PATCH `/users/me` (internal) | none | EditUserRequest (required) | User",
    "a changed name is stored; without a body it is a 422",
    async (site) => {
      const token = await newcomer(site);
      const changed = expectSuccess(await me(site, token, { name: "Rosalind" }));
      expect(changed.name).toBe("Rosalind");
      expect(expectSuccess(await me(site, token))).toEqual(changed);
      expectInvalid(await site.platform("PATCH", "/users/me", { token }), "body");
      expectInvalid(await me(site, token, []), "body");
    },
  ),
  rule(USER, EDIT, "an omitted name stays; null restores the provider's name", async (site) => {
    const token = await newcomer(site);
    const { name } = expectSuccess(await me(site, token));
    expectSuccess(await me(site, token, { name: "Chosen" }));
    for (const body of [{}, { unknown: null }]) {
      expect(expectSuccess(await me(site, token, body)).name).toBe("Chosen");
    }
    for (const none of [null, ""]) {
      expectSuccess(await me(site, token, { name: "Chosen" }));
      expect(expectSuccess(await me(site, token, { name: none })).name).toBe(name);
    }
    expectInvalid(await me(site, token, 5), "body");
  }),
  rule(
    "Specification: Limits",
    LIMIT,
    "a user's name may have 200 characters; 201 are a 422",
    async (site) => {
      const token = await newcomer(site);
      for (const character of ["x", "é", "🧬"]) {
        const name = character.repeat(200);
        expect(expectSuccess(await me(site, token, { name })).name).toBe(name);
        expectInvalid(await me(site, token, { name: name + character }), "body", "name");
        expect(expectSuccess(await me(site, token)).name).toBe(name);
      }
      for (const name of [5, []]) expectInvalid(await me(site, token, { name }), "body", "name");
    },
  ),
  rule(USER, EDIT, "email, type and id of a user cannot be changed", async (site) => {
    const token = await newcomer(site);
    const before = expectSuccess(await me(site, token));
    const wanted = {
      email: "x@example.org",
      user_id: "user_x",
      user_type: "M2M",
      picture: "https://x.example",
    };
    for (const [field, value] of Object.entries(wanted))
      expectInvalid(await me(site, token, { [field]: value }), "body", field);
    expect(expectSuccess(await me(site, token))).toEqual(before);
  }),
  operationRule(
    "listUsers",
    OPERATIONS,
    "GET `/users/list` (internal) | none | none | user list",
    "a member in the list equals /users/me",
    async (site) => {
      // Other users may sign in as the lab's scientist in the meantime.
      const token = await newcomer(site, site.lab.orgId);
      const own = expectSuccess(await me(site, token));
      const { items } = expectSuccess(await site.platform("GET", "/users/list?limit=1000", { token }));
      expect(items.find((user: { user_id: string }) => user.user_id === own.user_id)).toEqual(own);
    },
  ),
  testedRule(USER, LIST, "the list of users has pages, in both orders", FILE),
  testedRule(
    "Decisions: More detail",
    SHOWS,
    "users of other organizations are not listed, except for staff",
    FILE,
    SHARED,
    "staff see all users, including machines",
  ),
  testedRule(
    "Decisions: More detail",
    SHOWS,
    "a caller without an organization sees an empty list",
    FILE,
    SHARED,
  ),
  operationRule(
    "uploadMyPicture",
    OPERATIONS,
    "POST `/users/me/picture` (internal) | none | multipart/form-data with `file` (binary, required) | User",
    "an uploaded picture becomes the user's",
    async (site) => {
      const token = await newcomer(site);
      const user = expectSuccess(await uploadPicture(site, token, image()));
      expect(user.picture_file_id).toEqual(isIdText);
      expect(user.picture).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/users\/picture\?key=[0-9a-f]{32}$/);
      expect(expectSuccess(await me(site, token))).toEqual(user);
    },
  ),
  operationRule(
    "deleteMyPicture",
    OPERATIONS,
    "DELETE `/users/me/picture` (internal) | none | none | User",
    "a deleted picture is gone for everybody, and deleting none changes nothing",
    async (site) => {
      const token = await newcomer(site);
      const { picture } = expectSuccess(await uploadPicture(site, token, image()));
      for (const _ of ["the picture", "none"]) {
        const user = expectSuccess(await site.platform("DELETE", "/users/me/picture", { token }));
        expect(user).toMatchObject({ picture: null, picture_file_id: null });
      }
      expectRefused(await site.platform("GET", pathOf(picture), { token: null }), 404, "picture_not_found");
    },
  ),
  operationRule("getPicture", VALUES, PICTURE, "a picture needs only its key, not a token", async (site) => {
    const content = image();
    const { picture } = expectSuccess(await uploadPicture(site, await newcomer(site), content));
    const { headers } = await site.platform("GET", pathOf(picture), { token: null });
    expect(headers.get("content-length")).toBe(String(content.length));
    const bytes = Buffer.from(await (await fetch(picture)).arrayBuffer());
    expect(bytes.equals(content)).toBe(true);
    const unknown = `/users/picture?key=${"0".repeat(32)}`;
    expectRefused(await site.platform("GET", unknown, { token: null }), 404, "picture_not_found");
    for (const key of ["", "x", "0".repeat(31), "0".repeat(33), "A".repeat(32), "../../ws"]) {
      const path = `/users/picture?key=${encodeURIComponent(key)}`;
      expectInvalid(await site.platform("GET", path, { token: null }), "query", "key");
    }
    expectInvalid(await site.platform("GET", "/users/picture", { token: null }), "query", "key");
  }),
  ...typeRules,
  ...noImageRules,
  rule(VALUES, PICTURE, "a picture of exactly 4 MB is accepted", async (site) => {
    const { picture } = expectSuccess(
      await uploadPicture(site, await newcomer(site), image(MAX_PICTURE_BYTES)),
    );
    const { headers } = await site.platform("GET", pathOf(picture), { token: null });
    expect(headers.get("content-length")).toBe(String(MAX_PICTURE_BYTES));
  }),
  rule(
    "Decisions: Errors",
    TOO_LARGE,
    "a picture of 4 MB and one byte is a 413, and the previous one stays",
    async (site) => {
      const token = await newcomer(site);
      const before = expectSuccess(await uploadPicture(site, token, image()));
      for (const size of [MAX_PICTURE_BYTES + 1, MAX_PICTURE_BYTES + 200_000]) {
        expectRefused(await uploadPicture(site, token, image(size)), 413, "picture_too_large");
      }
      expect(expectSuccess(await me(site, token))).toEqual(before);
    },
  ),
  rule(VALUES, PICTURE, "a new picture has a new URL, and the old one is not found", async (site) => {
    const token = await newcomer(site);
    const first = expectSuccess(await uploadPicture(site, token, image()));
    const second = expectSuccess(await uploadPicture(site, token, image()));
    expect(second.picture).not.toBe(first.picture);
    expect(second.picture_file_id).not.toBe(first.picture_file_id);
    expectRefused(
      await site.platform("GET", pathOf(first.picture), { token: null }),
      404,
      "picture_not_found",
    );
  }),
  rule(
    "Decisions: Errors",
    "path exists with another method / media type not accepted",
    "a picture must be a multipart form with the part file: otherwise 415 or 422",
    async (site) => {
      const token = await newcomer(site);
      const json = await site.platform("POST", "/users/me/picture", { token, body: { file: "x" } });
      expectRefused(json, 415, "unsupported_media_type");
      expectInvalid(await uploadPicture(site, token, image(), "picture"), "body", "picture");
      const none = await site.platform("POST", "/users/me/picture", { token, body: new FormData() });
      expect([none.status, none.body.detail[0].loc]).toEqual([422, ["body", "file"]]);
    },
  ),
];
