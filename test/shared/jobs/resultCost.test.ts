import { expect, it } from "vitest";
import { takeCost, withCost } from "#shared/jobs/resultCost.ts";

const COST = { files: 12, bytes_read: 2 ** 40 + 1 };

async function* pieces(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += size) yield bytes.subarray(at, at + size);
}

async function whole(parts: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const read: Uint8Array[] = [];
  for await (const part of parts) read.push(part);
  return Buffer.concat(read);
}

it("the cost that precedes a result is read from chunks of any size, and the result remains complete", async () => {
  const sent = await whole(withCost(COST, pieces(Buffer.from("the rows"), 3)));
  for (let size = 1; size <= sent.byteLength; size += 1) {
    const { cost, body } = await takeCost(pieces(sent, size));
    expect(cost).toEqual(COST);
    expect((await whole(body)).toString()).toBe("the rows");
  }
});

it("a result without rows has a cost, and a result that is cut off before its cost fails", async () => {
  const empty = await takeCost(withCost(COST, pieces(Buffer.alloc(0), 1)));
  expect([empty.cost, (await whole(empty.body)).byteLength]).toEqual([COST, 0]);
  await expect(takeCost(pieces(Buffer.alloc(15), 4))).rejects.toThrow("has no cost");
});

it.each([16, 20])(
  "a reader that disconnects stops the work if the cost arrives in chunks of %d bytes",
  async (size) => {
    const sent = await whole(withCost(COST, pieces(Buffer.from("the rows"), 8)));
    let isEnded = false;
    const source = (async function* () {
      try {
        yield* pieces(sent, size);
      } finally {
        isEnded = true;
      }
    })();
    const { body } = await takeCost(source);
    for await (const _ of body) break;
    expect(isEnded).toBe(true);
  },
);
