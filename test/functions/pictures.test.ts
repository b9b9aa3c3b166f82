import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { type Answer, request } from "#test/support/http.ts";
import { IMAGE_BEGINNINGS } from "#test/support/imageBeginnings.ts";
import { memberToken, sharedPlatform } from "#test/support/lab.ts";

const { platformUrl } = sharedPlatform();
const PICTURE = `${platformUrl}/users/me/picture`;

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
  it.each([
    ["half a beginning", Buffer.from("\x89PNG", "latin1")],
    ["an image behind a byte", Buffer.concat([Buffer.from(" "), image()])],
  ])("a file that contains %s is refused even if it is declared an image", async (_, content) => {
    const token = await newToken();
    const { status, body } = await upload(token, content, "image/png", "a.png");
    expect([status, body.detail[0].loc]).toEqual([422, ["body", "file"]]);
    expect((await request("GET", `${platformUrl}/users/me`, { token })).body.picture).toBeNull();
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
});
