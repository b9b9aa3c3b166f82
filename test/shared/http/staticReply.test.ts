import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { type SharedBytes, staticReply } from "#shared/http/staticReply.ts";

const BYTES = Buffer.from("the same for everybody");
const HEADERS = { "content-type": "text/plain", "cache-control": "no-cache" };

it("static responses with the same bytes share one buffer and one ETag", () => {
  const [first, second] = [staticReply(BYTES, HEADERS, undefined), staticReply(BYTES, HEADERS, undefined)];
  for (const { body } of [first, second]) expect((body as SharedBytes).bytes).toBe(BYTES);
  expect(first.headers).toEqual({ ...HEADERS, etag: second.headers.etag, "content-length": "22" });
  expect(staticReply(Buffer.from("other"), HEADERS, undefined).headers.etag).not.toBe(first.headers.etag);
});

it.each([
  ["the tag", (tag: string) => tag, 304],
  ["a weak form of the tag", (tag: string) => `W/${tag}`, 304],
  ["a list with the tag", (tag: string) => `"a", ${tag}`, 304],
  ["any tag", () => "*", 304],
  ["another tag", () => '"a"', 200],
  ["a part of the tag", (tag: string) => tag.slice(0, -2), 200],
])("a client that sends %s gets the right status", async (_, header, status) => {
  const { etag = "" } = staticReply(BYTES, HEADERS, undefined).headers;
  const reply = staticReply(BYTES, HEADERS, header(etag));
  expect([reply.statusCode, reply.headers.etag]).toEqual([status, etag]);
  expect(await text(reply.body)).toBe(status === 304 ? "" : BYTES.toString());
});
