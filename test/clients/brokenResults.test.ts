import { readdir } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { tableFromArrays, tableToIPC } from "@uwdata/flechette";
import { afterAll, describe, expect, test } from "vitest";
import { writeResult } from "#cli/output/writeResult.ts";
import { IncompleteResult } from "#client/errors.ts";
import { QueryResult } from "#client/queryResult.ts";
import { removeFolders, temporaryFolder } from "#test/infra/stacks/temporaryFolder.ts";
import { startServer } from "#test/support/localServer.ts";

const names = Array.from({ length: 5000 }, (_, row) => `variant ${row}`);
const ARROW =
  tableToIPC(tableFromArrays({ name: names }, { types: {} }), { format: "stream" }) ?? new Uint8Array();
const CSV = Buffer.from(["name", ...names, ""].join("\n"));

/** Ways in which a response is cut off after its first bytes. */
const CUTS: Record<string, (response: ServerResponse, bytes: Uint8Array) => void> = {
  "without its last chunk": (response, bytes) => {
    response.write(bytes, () => response.destroy());
  },
  "with less than its length": (response, bytes) => {
    response.writeHead(200, { "content-length": bytes.length + 8 });
    response.write(bytes, () => response.destroy());
  },
};

const server = await startServer((request, response) => {
  const [, cut = "", what, bytes] = decodeURIComponent(request.url ?? "").split("/");
  const content = (what === "arrow" ? ARROW : CSV).subarray(0, Number(bytes));
  if (CUTS[cut]) CUTS[cut](response, content);
  else response.end(content);
});

afterAll(async () => {
  await server.close();
  removeFolders();
});

async function open(cut: string, what: string, bytes: number): Promise<ReadableStream<Uint8Array>> {
  const { body } = await fetch(`${server.url}/${encodeURIComponent(cut)}/${what}/${bytes}`);
  if (!body) throw new Error("There is no body");
  return body;
}

describe.each([...Object.keys(CUTS), "as if it were complete"])("a result that is cut off (%s)", (cut) => {
  const ends = [20, ARROW.length - 5000, ARROW.length - 8, ARROW.length - 1];

  test("the client reports an incomplete result in every format", async () => {
    for (const end of ends) {
      const result = async () => new QueryResult(await open(cut, "arrow", end));
      const readBatches = async () => {
        for await (const _ of await result());
      };
      await expect(readBatches(), `batches of ${end}`).rejects.toBeInstanceOf(IncompleteResult);
      await expect((await result()).bytes(), `${end} bytes`).rejects.toBeInstanceOf(IncompleteResult);
      await expect((await result()).rows(), `rows of ${end}`).rejects.toBeInstanceOf(IncompleteResult);
    }
  });

  test("the command line leaves no file after a broken result", async () => {
    const folder = temporaryFolder("broken-results");
    const formats = cut in CUTS ? (["ARROW", "CSV", "TSV"] as const) : (["ARROW"] as const);
    for (const format of formats) {
      const what = format === "ARROW" ? "arrow" : "csv";
      // Cut after a line ending, where the CSV looks complete.
      const end = what === "arrow" ? ARROW.length - 8 : CSV.indexOf("\n", 10_000) + 1;
      const written = writeResult(await open(cut, what, end), format, join(folder, `result.${format}`));
      await expect(written, format).rejects.toBeInstanceOf(IncompleteResult);
    }
    expect(await readdir(folder)).toEqual([]);
  });
});
