import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { type Answer, request } from "#test/support/http.ts";
import { IMAGE_BEGINNINGS } from "#test/support/imageBeginnings.ts";
import { memberToken, sharedPlatform } from "#test/support/lab.ts";

const { platformUrl } = sharedPlatform();
const PICTURE = `${platformUrl}/users/me/picture`;
const MAX_PICTURE_BYTES = 4 * 1024 * 1024;

/** Bytes that start like an image of this type. */
function image(type = "image/png", size = 200): Buffer {
  const beginning = IMAGE_BEGINNINGS[type] ?? Buffer.alloc(0);
  return Buffer.concat([beginning, randomBytes(size - beginning.length)]);
}

function newToken(): Promise<string> {
  return memberToken(sharedPlatform(), null, `p${randomBytes(6).toString("hex")}@example.org`);
}

function upload(token: string, content: Buffer, type = "text/html", name = "evil.html"): Promise<Answer> {
  const form = new FormData();
  form.set("file", new Blob([new Uint8Array(content)], { type }), name);
  return request("POST", PICTURE, { token, body: form });
}

async function download(address: string): Promise<{ status: number; headers: Headers; content: Buffer }> {
  const response = await fetch(address);
  return {
    status: response.status,
    headers: response.headers,
    content: Buffer.from(await response.arrayBuffer()),
  };
}

describe("a picture", () => {
  it.each(Object.keys(IMAGE_BEGINNINGS))(
    "a picture of type %s is recognized by content, and served without a token",
    async (type) => {
      const token = await newToken();
      const content = image(type);
      const { status, body } = await upload(token, content);
      expect(status).toBe(200);
      expect(body.picture).toMatch(new RegExp(`^${platformUrl}/users/picture\\?key=[0-9a-f]{32}$`));
      expect(body.picture_file_id).toMatch(/^[1-9]\d{0,15}$/);
      const shown = await download(body.picture);
      expect(shown.status).toBe(200);
      expect(shown.content.equals(content)).toBe(true);
      expect(shown.headers.get("content-type")).toBe(type);
      expect(shown.headers.get("content-length")).toBe(String(content.length));
      expect(shown.headers.get("x-content-type-options")).toBe("nosniff");
      expect(shown.headers.get("content-security-policy")).toContain("default-src 'none'");
      const me = await request("GET", `${platformUrl}/users/me`, { token });
      expect(me.body).toEqual(body);
    },
  );

  it("a picture may be exactly 4 MB in size", async () => {
    const token = await newToken();
    const largest = image("image/png", MAX_PICTURE_BYTES);
    const { status, body } = await upload(token, largest);
    expect(status).toBe(200);
    expect((await download(body.picture)).content.equals(largest)).toBe(true);
    for (const size of [MAX_PICTURE_BYTES + 1, MAX_PICTURE_BYTES + 100_000]) {
      const refused = await upload(token, image("image/png", size));
      expect([refused.status, refused.body.code]).toEqual([413, "picture_too_large"]);
    }
    expect((await request("GET", `${platformUrl}/users/me`, { token })).body).toEqual(body);
  });

  it.each([
    ["text", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>")],
    ["nothing", Buffer.alloc(0)],
    ["half a beginning", Buffer.from("\x89PNG", "latin1")],
    ["another RIFF", Buffer.from("RIFF\x10\x00\x00\x00WAVEfmt ", "latin1")],
    ["an image behind a byte", Buffer.concat([Buffer.from(" "), image()])],
  ])("a file that contains %s is refused even if it is declared an image", async (_, content) => {
    const token = await newToken();
    const { status, body } = await upload(token, content, "image/png", "a.png");
    expect([status, body.detail[0].loc]).toEqual([422, ["body", "file"]]);
    expect((await request("GET", `${platformUrl}/users/me`, { token })).body.picture).toBeNull();
  });

  it("a new picture replaces the old one, whose URL stops working", async () => {
    const token = await newToken();
    const first = (await upload(token, image())).body;
    const second = (await upload(token, image("image/gif"))).body;
    expect(second.picture).not.toBe(first.picture);
    expect(second.picture_file_id).not.toBe(first.picture_file_id);
    expect((await download(first.picture)).status).toBe(404);
    expect((await download(second.picture)).headers.get("content-type")).toBe("image/gif");
  });

  it("exactly one of several concurrently uploaded pictures remains", async () => {
    const token = await newToken();
    const answers = await Promise.all(Array.from({ length: 8 }, () => upload(token, image())));
    const kept = (await request("GET", `${platformUrl}/users/me`, { token })).body.picture;
    for (const { status, body } of answers) {
      if (status === 200)
        expect((await download(body.picture)).status).toBe(body.picture === kept ? 200 : 404);
      else expect([status, body.code]).toEqual([409, "busy"]);
    }
    expect(answers.some(({ body }) => body.picture === kept)).toBe(true);
  });

  it("a deleted picture is gone, and a repeated deletion changes nothing", async () => {
    const token = await newToken();
    const { picture } = (await upload(token, image())).body;
    const deleted = await request("DELETE", PICTURE, { token });
    expect([deleted.status, deleted.body.picture, deleted.body.picture_file_id]).toEqual([200, null, null]);
    expect((await download(picture)).status).toBe(404);
    expect((await request("DELETE", PICTURE, { token })).body).toEqual(deleted.body);
  });

  it("a picture is served only by its key", async () => {
    const address = `${platformUrl}/users/picture`;
    const unknown = await request("GET", `${address}?key=${"0".repeat(32)}`);
    expect([unknown.status, unknown.body.code]).toEqual([404, "picture_not_found"]);
    for (const query of ["", "?key=", "?key=../ws", `?key=${"A".repeat(32)}`, `?key=${"0".repeat(33)}`]) {
      expect((await request("GET", `${address}${query}`)).status).toBe(422);
    }
  });

  it("a picture is accepted only from known users and only as a form with exactly one file", async () => {
    const token = await newToken();
    const json = await request("POST", PICTURE, { token, body: { file: "x" } });
    expect([json.status, json.body.code]).toEqual([415, "unsupported_media_type"]);
    const form = new FormData();
    form.set("picture", new Blob([new Uint8Array(image())]), "a.png");
    expect((await request("POST", PICTURE, { token, body: form })).status).toBe(422);
    expect((await request("POST", PICTURE, { token, body: new FormData() })).status).toBe(422);
    for (const method of ["POST", "DELETE"]) expect((await request(method, PICTURE)).status).toBe(401);
  });
});
