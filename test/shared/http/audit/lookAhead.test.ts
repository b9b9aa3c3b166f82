import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { lookAhead } from "#shared/http/audit/lookAhead.ts";
import { discardBody } from "#shared/http/discardBody.ts";

async function* chunksOf(...texts: readonly (string | Error | Promise<unknown>)[]): AsyncGenerator<Buffer> {
  for (const text of texts) {
    if (text instanceof Error) throw text;
    if (typeof text === "string") yield Buffer.from(text);
    else await text;
  }
}

async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

test.each([
  ["no chunk", [], ""],
  ["one chunk", ["a,b\n"], "a,b\n"],
  ["two chunks", ["a,b\n", "1,2\n"], "a,b\n1,2\n"],
])("a body of %s that ends at once has a size, and stays complete", async (_, texts, whole) => {
  const { bytes, body } = await lookAhead(chunksOf(...texts));
  expect(bytes).toBe(whole.length);
  expect(await textOf(body)).toBe(whole);
});

test("a body that goes on has no size, and is passed on in order", async () => {
  const long = Array.from({ length: 5 }, (_, index) => String(index).repeat(40_000));
  const { bytes, body } = await lookAhead(chunksOf(...long));
  expect(bytes).toBeNull();
  expect(await textOf(body)).toBe(long.join(""));

  const later = Promise.withResolvers<void>();
  const slow = await lookAhead(chunksOf("a", later.promise, "b"));
  expect(slow.bytes).toBeNull();
  later.resolve();
  expect(await textOf(slow.body)).toBe("ab");
});

test("a failure reaches the reader, after the chunks before it", async () => {
  const { bytes, body } = await lookAhead(chunksOf("a", new Error("the engine failed")));
  expect(bytes).toBeNull();
  const seen: string[] = [];
  const read = async () => {
    for await (const chunk of body) seen.push(String(chunk));
  };
  await expect(read()).rejects.toThrow("the engine failed");
  expect(seen).toEqual(["a"]);
});

test("a stream that stalls is released while its next chunk is awaited", async () => {
  const stalled = new Readable({ read: () => undefined });
  const { bytes, body } = await lookAhead(stalled);
  expect(bytes).toBeNull();
  await discardBody(body);
  expect(stalled.destroyed).toBe(true);
});

test("a body that is not read further is released", async () => {
  const file = Readable.from([Buffer.alloc(100_000), Buffer.alloc(100_000)]);
  const { bytes, body } = await lookAhead(file);
  expect(bytes).toBeNull();
  await discardBody(body);
  expect(file.destroyed).toBe(true);
  // Nothing that was started may fail afterward.
  await sleep(5);
});
