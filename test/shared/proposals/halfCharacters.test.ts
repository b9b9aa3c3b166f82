import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Column } from "@pdp/basics/columns";
import { sentences } from "@pdp/basics/wording";
import { checkFile } from "@pdp/formats/files";
import { ingestFile } from "@pdp/formats/ingest";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { previewFile } from "#shared/proposals/previewFile.ts";

const ENCODINGS = ["UTF-16LE", "UTF-16BE", "UTF-8", "WINDOWS-1252"] as const;
type Encoding = (typeof ENCODINGS)[number];
/** Bytes of half a character in each encoding; WINDOWS-1252 has none. */
const HALVES: Record<Encoding, Buffer[]> = {
  "UTF-16LE": [Buffer.from([0x3d, 0xd8]), Buffer.from([0x00, 0xdc])],
  "UTF-16BE": [Buffer.from([0xd8, 0x3d]), Buffer.from([0xdc, 0x00])],
  "UTF-8": [Buffer.from([0xf0, 0x9f, 0x92]), Buffer.from([0x92])],
  "WINDOWS-1252": [Buffer.from([0xe9])],
};
const MARKS: Record<Encoding, Buffer> = {
  "UTF-16LE": Buffer.from([0xff, 0xfe]),
  "UTF-16BE": Buffer.from([0xfe, 0xff]),
  "UTF-8": Buffer.from([0xef, 0xbb, 0xbf]),
  "WINDOWS-1252": Buffer.alloc(0),
};

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "half-characters-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function encoded(text: string, encoding: Encoding): Buffer {
  if (encoding === "UTF-8") return Buffer.from(text, "utf8");
  if (encoding === "WINDOWS-1252") return Buffer.from(text, "latin1");
  const units = Buffer.from(text, "utf16le");
  return encoding === "UTF-16BE" ? units.swap16() : units;
}

async function fileOf(bytes: Buffer): Promise<string> {
  const path = join(folder, "file.csv");
  await writeFile(path, bytes);
  return path;
}

async function preview(bytes: Buffer, isCut = false) {
  return previewFile({ path: await fileOf(bytes), name: "file.csv", isCut }, () => false);
}

const ROWS = "name,value\nα,1\nβ,2\n";
const COLUMNS: Column[] = [
  { name: "name", type: "STRING", nullable: true, metadata: {} } as Column,
  { name: "value", type: "INT64", nullable: true, metadata: {} } as Column,
];

describe("unpaired surrogates", () => {
  it.each(["UTF-16LE", "UTF-16BE"] as const)(
    "unpaired surrogates in %s text are reported in one sentence by a preview",
    async (encoding) => {
      for (const half of HALVES[encoding]) {
        const bytes = Buffer.concat([
          MARKS[encoding],
          encoded("name,value\n", encoding),
          half,
          encoded("a,1\n", encoding),
        ]);
        const { problems, config } = await preview(bytes);
        expect(config).toBeNull();
        expect(problems).toEqual([
          expect.stringMatching(/the text is not UTF-16: it contains an unpaired surrogate/),
        ]);
      }
    },
  );

  it.each(["UTF-16LE", "UTF-16BE"] as const)(
    "unpaired surrogates at the end of %s text are reported in one sentence by a preview",
    async (encoding) => {
      const whole = Buffer.concat([MARKS[encoding], encoded(ROWS, encoding)]);
      for (const bytes of [whole.subarray(0, -1), Buffer.concat([whole, HALVES[encoding][0] as Buffer])]) {
        const { problems } = await preview(bytes);
        expect(problems).toEqual([
          expect.stringMatching(/the text is not UTF-16: its last character is incomplete/),
        ]);
      }
    },
  );

  it.each(["UTF-16LE", "UTF-16BE"] as const)(
    "unpaired surrogates in %s text are reported as a problem by an upload and by a load",
    async (encoding) => {
      const [half = Buffer.alloc(0)] = HALVES[encoding];
      const bytes = Buffer.concat([
        MARKS[encoding],
        encoded("name,value\na,1\n", encoding),
        half,
        encoded("b,2\n", encoding),
      ]);
      const source = {
        path: await fileOf(bytes),
        name: "file.csv",
        format: "CSV",
        table: "t",
        reading: { encoding: "UTF-16" },
      } as const;
      const found = await checkFile(source, COLUMNS);
      expect(sentences(found)).toEqual([expect.stringMatching(/it contains an unpaired surrogate/)]);
      const { problems } = await ingestFile(source, COLUMNS, join(folder, "out.parquet"));
      expect(sentences(problems)).toEqual([expect.stringMatching(/it contains an unpaired surrogate/)]);
    },
  );

  it("an unpaired surrogate anywhere, in any encoding, results in a preview or a message", async () => {
    const damage = fc.record({
      encoding: fc.constantFrom(...ENCODINGS),
      hasMark: fc.boolean(),
      rows: fc.array(fc.tuple(fc.string({ unit: "grapheme", maxLength: 8 }), fc.integer()), { maxLength: 8 }),
      half: fc.integer({ min: 0, max: 1 }),
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      cut: fc.integer({ min: 0, max: 3 }),
      isCut: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(damage, async ({ encoding, hasMark, rows, half, at, cut, isCut }) => {
        const text = `name,value\n${rows.map((row) => row.join(",")).join("\n")}\n`;
        const good = encoded(text, encoding);
        const place = Math.floor(at * good.length);
        const piece = HALVES[encoding][half] ?? Buffer.alloc(0);
        const damaged = Buffer.concat([
          hasMark ? MARKS[encoding] : Buffer.alloc(0),
          good.subarray(0, place),
          piece,
          good.subarray(place),
        ]);
        const { problems, config } = await preview(damaged.subarray(0, damaged.length - cut), isCut);
        if (config === null) expect(problems.length).toBeGreaterThan(0);
        for (const sentence of problems) expect(sentence).toMatch(/^file\.csv/);
      }),
      { numRuns: Number(process.env.FUZZ_RUNS ?? 60), seed: 20_261_126 },
    );
  });
});
