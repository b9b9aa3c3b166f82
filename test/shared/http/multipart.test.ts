import { PassThrough, Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { readUpload } from "#shared/http/multipart.ts";

const HEADERS = { "content-type": "multipart/form-data; boundary=b" };
const MAX_BYTES = 1_000_000;

function part(name: string, content: string, filename?: string): string {
  const file = filename === undefined ? "" : `; filename="${filename}"`;
  return `--b\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${content}\r\n`;
}

function read(body: Readable) {
  return readUpload(HEADERS, body, MAX_BYTES, buffer);
}

describe("a multipart upload", () => {
  it.each([10, 70_000, 500_000])(
    "an additional file (%d bytes) before the expected one is refused",
    async (size) => {
      // One chunk that also contains the data after the refused part.
      const text = `${part("description", "", "a.csv")}${part("file", "x".repeat(size), "b.csv")}`;
      await expect(read(Readable.from([Buffer.from(text)]))).rejects.toMatchObject({ kind: "invalid" });
      await expect(read(Readable.from([Buffer.from(`${text}--b--\r\n`)]))).rejects.toMatchObject({
        kind: "invalid",
      });
    },
  );

  it("too many fields are refused", async () => {
    const names = Array.from({ length: 200 }, (_, index) => `field${index}`);
    const body = Readable.from([Buffer.from(`${names.map((name) => part(name, "x")).join("")}--b--\r\n`)]);
    await expect(readUpload(HEADERS, body, MAX_BYTES, buffer, names)).rejects.toMatchObject({
      code: "too_many_parts",
    });
  });

  it("a field that occurs twice is refused, even with the same value", async () => {
    const body = Readable.from([Buffer.from(`${part("description", "x").repeat(2)}--b--\r\n`)]);
    await expect(readUpload(HEADERS, body, MAX_BYTES, buffer, ["description"])).rejects.toMatchObject({
      problems: [{ loc: ["body", "description"], msg: "Input should be given only once" }],
    });
  });

  it.each(["before", "after"])(
    "an unknown field %s the file is refused, unless it is empty",
    async (place) => {
      const textWith = (value: string) => {
        const parts = [part("colour", value), part("file", "x".repeat(70_000), "a.csv")];
        return `${(place === "before" ? parts : parts.toReversed()).join("")}--b--\r\n`;
      };
      await expect(read(Readable.from([Buffer.from(textWith("red"))]))).rejects.toMatchObject({
        kind: "invalid",
        problems: [{ loc: ["body", "colour"], type: "extra_forbidden" }],
      });
      const { fields } = await read(Readable.from([Buffer.from(textWith(""))]));
      expect(Object.keys(fields)).toEqual([]);
    },
  );

  it("a boundary longer than the standard allows is refused", async () => {
    const headers = { "content-type": `multipart/form-data; boundary=${"b".repeat(15_000)}` };
    await expect(readUpload(headers, Readable.from([]), MAX_BYTES, buffer)).rejects.toMatchObject({
      code: "invalid_multipart",
      message: "The Content-Type has more than 300 characters, but a boundary can have at most 70.",
    });
  });

  it("an upload from a disconnected client is rejected immediately", async () => {
    const body = new PassThrough();
    body.on("error", () => undefined).destroy(new Error("aborted"));
    await turn();
    await expect(read(body)).rejects.toMatchObject({ code: "upload_aborted" });
  });

  it("a broken connection is a client error and leaves no file", async () => {
    const body = new PassThrough();
    body.write(part("file", "x".repeat(100_000), "a.csv"));
    const reading = read(body);
    await turn();
    body.destroy(new Error("aborted"));
    await expect(reading).rejects.toMatchObject({ code: "upload_aborted" });
  });
});
