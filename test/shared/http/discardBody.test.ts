import { Readable } from "node:stream";
import { expect, it } from "vitest";
import { discardBody } from "#shared/http/discardBody.ts";

it("an unread stream is destroyed", async () => {
  const stream = Readable.from([Buffer.from("a")]);
  await discardBody(stream);
  expect(stream.destroyed).toBe(true);
});

it("a body iterator is closed", async () => {
  let isEnded = false;
  const body: AsyncIterable<Uint8Array> = {
    [Symbol.asyncIterator]: () => ({
      next: async () => ({ done: true, value: undefined }),
      return: async () => {
        isEnded = true;
        return { done: true, value: undefined };
      },
    }),
  };
  await discardBody(body);
  expect(isEnded).toBe(true);
});
