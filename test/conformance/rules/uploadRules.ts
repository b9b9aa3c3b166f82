import { expect } from "vitest";
import { expectInvalid, expectRefused, expectSuccess, isIdText, isTime, isUser } from "../expectations.ts";
import { loadTable, newLoad, UNKNOWN, upload } from "../given.ts";
import { nightlyRule, operationRule, type Rule, rule } from "../rule.ts";
import type { Site } from "../site.ts";
import { countFiles } from "../stored.ts";
import { uploadStream } from "../uploadStream.ts";

const RESOURCE = "Specification: Data load";
const OPERATIONS = "Specification: Operations of data loads";
const LIMITS = "Specification: Limits";
const RECORD =
  "File record: `id`, `created_at`, `created_by`, `filepath` (string), `size` (integer), `table_reference` (string), `source_file_id` (string), `description` (string).";
const TABLE =
  "`table_reference` (string or null; the table to append to, which must have been specified at load creation)";
const SOURCE =
  "`source_file_id` (string or null; marks a file derived from an existing file in the same load, linking a processed file to its raw counterpart)";
const PATH = "`filepath` (string or null; metadata about the original file)";
const SIZE = "import file size | maximum 100MB per file; larger files must be split";
const MB = 1024 * 1024;

function send(site: Site, id: string, body: unknown, headers: Record<string, string> = {}) {
  return site.post(`/data/load:uploadFile?id=${id}`, body, { headers });
}

async function files(site: Site, id: string): Promise<unknown[]> {
  return expectSuccess(await site.get(`/data/load:get?id=${id}`)).files;
}

export const uploadRules: readonly Rule[] = [
  rule(RESOURCE, RECORD, "a file record has exactly the documented fields", async (site) => {
    const { id } = await newLoad(site);
    expect(expectSuccess(await upload(site, id, "abc", { description: "d" }, "plate 1.bin"))).toStrictEqual({
      id: isIdText,
      created_at: isTime,
      created_by: isUser,
      filepath: "plate 1.bin",
      size: 3,
      table_reference: null,
      source_file_id: null,
      description: "d",
    });
  }),
  rule(RESOURCE, RECORD, "a load lists its files in upload order", async (site) => {
    const { id } = await newLoad(site);
    const records = [];
    for (const content of ["a", "bb", "ccc"]) records.push(expectSuccess(await upload(site, id, content)));
    expect(await files(site, id)).toEqual(records);
  }),
  rule(
    OPERATIONS,
    "multipart with `file` (binary, required)",
    "a form without a file is refused",
    async (site) => {
      const { id } = await newLoad(site);
      const form = new FormData();
      form.set("description", "no file");
      expectInvalid(await send(site, id, form), "body", "file");
      expect(await files(site, id)).toEqual([]);
    },
  ),
  rule(
    OPERATIONS,
    "multipart with `file` (binary, required)",
    "a file in another part, or two files, are refused",
    async (site) => {
      const { id } = await newLoad(site);
      const form = new FormData();
      form.set("data", new File(["x"], "x.csv"));
      expectInvalid(await send(site, id, form), "body", "data");
      const two = new FormData();
      two.append("file", new File(["x"], "x.csv"));
      two.append("file", new File(["y"], "y.csv"));
      expectInvalid(await send(site, id, two), "body", "file");
      expect(await files(site, id)).toEqual([]);
    },
  ),
  rule(OPERATIONS, "multipart with `file` (binary, required)", "an empty file is accepted", async (site) => {
    const { id } = await newLoad(site);
    expect(expectSuccess(await upload(site, id, "")).size).toBe(0);
  }),
  rule(
    OPERATIONS,
    "multipart with `file` (binary, required)",
    "a file is stored byte for byte",
    async (site) => {
      const { id } = await newLoad(site);
      const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => (index * 7919) % 256);
      const record = expectSuccess(await upload(site, id, bytes));
      expect(record.size).toBe(70_000);
      const path = `/v2/workspace/${site.lab.name}/data/load:downloadFile?file_id=${record.id}`;
      const headers = { authorization: `Bearer ${site.lab.token}` };
      const response = await fetch(site.lab.regionUrl + path, { headers });
      expect(Buffer.compare(Buffer.from(await response.arrayBuffer()), Buffer.from(bytes))).toBe(0);
    },
  ),
  rule(OPERATIONS, TABLE, "a file may name a table of the load in any case", async (site) => {
    const { id, tables } = await newLoad(site);
    const [table = ""] = Object.keys(tables);
    for (const table_reference of [table, table.toUpperCase()]) {
      expect(expectSuccess(await upload(site, id, "n\n1\n", { table_reference })).table_reference).toBe(
        table,
      );
    }
  }),
  rule(OPERATIONS, TABLE, "a file for an unknown table of the load is refused", async (site) => {
    const { id } = await newLoad(site);
    expectInvalid(
      await upload(site, id, "n\n1\n", { table_reference: "unknown" }),
      "body",
      "table_reference",
    );
    expect(await files(site, id)).toEqual([]);
  }),
  rule(OPERATIONS, SOURCE, "a file may name its source file in the load", async (site) => {
    const { id } = await newLoad(site);
    const raw = expectSuccess(await upload(site, id, "raw"));
    const processed = expectSuccess(await upload(site, id, "n\n1\n", { source_file_id: raw.id }));
    expect(processed.source_file_id).toBe(raw.id);
  }),
  rule(
    OPERATIONS,
    SOURCE,
    "an invalid source id is refused; an unknown or foreign file is a 404",
    async (site) => {
      const { id } = await newLoad(site);
      const other = await newLoad(site);
      const foreign = expectSuccess(await upload(site, other.id, "raw"));
      expectInvalid(await upload(site, id, "x", { source_file_id: "x" }), "body", "source_file_id");
      expectRefused(await upload(site, id, "x", { source_file_id: UNKNOWN }), 404, "file_not_found");
      expectRefused(await upload(site, id, "x", { source_file_id: foreign.id }), 404, "file_not_found");
      expect(await files(site, id)).toEqual([]);
    },
  ),
  rule(OPERATIONS, PATH, "filepath defaults to the name of the file", async (site) => {
    const { id } = await newLoad(site);
    const filepath = "day 1/Größe.csv";
    expect(expectSuccess(await upload(site, id, "x", { filepath }, "a.csv")).filepath).toBe(filepath);
    expect(expectSuccess(await upload(site, id, "x", {}, "b ü.csv")).filepath).toBe("b ü.csv");
  }),
  operationRule(
    "downloadFile",
    OPERATIONS,
    "download uploaded file | | `file_id` | none |",
    "an uploaded file can be downloaded; an unknown one is a 404",
    async (site) => {
      const { load } = await loadTable(site, "n\n1\n");
      const { status, body } = await site.get(`/data/load:downloadFile?file_id=${load.files[0].id}`);
      expect([status, body]).toEqual([200, "n\n1\n"]);
      expectRefused(await site.get(`/data/load:downloadFile?file_id=${UNKNOWN}`), 404, "file_not_found");
      expectInvalid(await site.get("/data/load:downloadFile"), "query", "file_id");
    },
  ),
  rule(
    "Decisions: Values",
    "its bytes as `application/octet-stream` with `Content-Disposition`",
    "a download is an attachment with the file's name, with any characters",
    async (site) => {
      const { id } = await newLoad(site);
      const record = expectSuccess(await upload(site, id, "x", { filepath: 'a/b "ü"\r\n.html' }));
      const { headers } = await site.get(`/data/load:downloadFile?file_id=${record.id}`);
      expect(headers.get("content-type")).toBe("application/octet-stream");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("cache-control")).toBe("private, no-store");
      expect(headers.get("content-disposition")).toMatch(
        /^attachment; filename="b __+.html"; filename\*=UTF-8''b%20%22%C3%BC%22/,
      );
    },
  ),
  rule(LIMITS, SIZE, "a file of exactly 100 MB is accepted", async (site) => {
    const { id } = await newLoad(site);
    expect(await uploadStream(site, id, 100 * MB)).toMatchObject({ status: 200, body: { size: 100 * MB } });
  }),
  nightlyRule(LIMITS, SIZE, "a file of 100 MB and one byte is a 413 and leaves nothing", async (site) => {
    const { id } = await newLoad(site);
    const { status, body } = await uploadStream(site, id, 100 * MB + 1);
    expect([status, body.code]).toEqual([413, "file_too_large"]);
    expect(await files(site, id)).toEqual([]);
  }),
  rule(
    "Decisions: More detail",
    "20 tables and 1,000 files in a load (422).",
    "a load accepts at most 1,000 files",
    async (site) => {
      const { id } = await newLoad(site);
      await countFiles(site, id, 999);
      expectSuccess(await upload(site, id, ""));
      expectInvalid(await upload(site, id, ""), "body", "file");
      expect(await files(site, id)).toHaveLength(1);
    },
  ),
  rule(
    "Decisions: Errors",
    "path exists with another method / media type not accepted",
    "an upload without a form is a 415",
    async (site) => {
      const { id } = await newLoad(site);
      expectRefused(await send(site, id, {}), 415, "unsupported_media_type");
      expectRefused(
        await send(site, id, "n\n1\n", { "content-type": "text/csv" }),
        415,
        "unsupported_media_type",
      );
    },
  ),
  rule(
    "Decisions: Errors",
    "the body is not JSON, not multipart, or the SQL cannot be run",
    "an upload with an incomplete form, or without a boundary, is a 400",
    async (site) => {
      const { id } = await newLoad(site);
      const broken = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nabc';
      for (const type of ["multipart/form-data; boundary=x", "multipart/form-data"]) {
        expectRefused(await send(site, id, broken, { "content-type": type }), 400, "invalid_multipart");
      }
      expect(await files(site, id)).toEqual([]);
    },
  ),
  rule(
    "Decisions: Errors",
    "unknown id, reference or path",
    "an upload into an unknown load is a 404",
    async (site) => {
      expectRefused(await upload(site, UNKNOWN, "x"), 404, "load_not_found");
    },
  ),
];
