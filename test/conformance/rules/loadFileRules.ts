import { expect } from "vitest";
import { expectInvalid, expectRefused, expectSuccess } from "../expectations.ts";
import {
  freshName,
  ingestBatch,
  newLoad,
  newTable,
  ONE_COLUMN,
  rowsOf,
  UNKNOWN,
  upload,
  waitForLoad,
} from "../given.ts";
import { operationRule, type Rule, rule, testedOperation, testedRule } from "../rule.ts";

const FILE = "test/functions/loadFiles.test.ts";
const ERRORS = "test/functions/loadErrors.test.ts";

const SECTION = "Clients: Load files and errors";
const GROUPED =
  "The `errors` of a load contain one sentence per file, column and reason, with the number of cells and the first lines. `problem_count` is the total number of problems; it is absent if there are none.";
const DOWNLOAD =
  "`load:downloadErrors` lists every problem as a CSV row (`file,line,column,value,reason`), without a limit. Cells that a spreadsheet would read as a formula are prefixed with an apostrophe.";
const REMOVE =
  "`load:removeFile` removes a file from a `PENDING` load. The response is a 409 with the code `file_in_use` while another file refers to it in `source_file_id`.";
const RETRY =
  "`load:retry` ingests a `FAILED` load again with the same files, under the rules of `load:finalize`.";
const DESCRIPTION =
  "`load:create` accepts a `description` of at most 2,000 characters; the load includes it if there is one.";
const PROGRESS =
  "While a load is `LOADING`, it reports its `progress`: a `phase`, and the number of files, bytes and rows finished. Within a large file, the numbers are updated about once a second.";
const ROWS = "Once a load is `COMPLETED`, its tables and their files report their number of `rows`.";
const CREATES = "A table that a load will create has `creates: true` until the load is `COMPLETED`.";
const EXPIRY =
  "A `PENDING` load has `expires_at`, 7 days after its last change (its creation, or the addition or removal of a table or file). After that, it can no longer be finalized and is removed.";
const WARNINGS =
  "Before a load is finalized, its `warnings` report a file without a table, a file that is in the load twice or already in an active load of its table, and a reference that differs from an existing one only in case or by a typo.";
const PREVIEW =
  "`load:previewFile` and `data:preview` return a file's format, the proposed columns, the problems, warnings about unusual contents (`warnings`), and what `config` decides, how sure that is, and what else is possible (`decisions`). You can pass their `config` unchanged to `load:create`.";
const PREVIEW_BODY =
  "`data:preview` accepts at most 4,194,304 bytes (413 for more), as the form part `file` or as the body, and does not store them. Send the first bytes of a text file, or a whole workbook or Parquet file.";
const METADATA =
  "`table:update` keeps a column's `metadata`, and any of its fields, if the request omits them. A load sets the description of a column only if the column does not have one.";

const FILES = "data/load:get?id";

export const loadFileRules: readonly Rule[] = [
  testedRule(SECTION, GROUPED, "wrong cells of a column are one sentence with a count", ERRORS),
  testedOperation("downloadErrors", SECTION, DOWNLOAD, "one CSV file lists all problems of a load", ERRORS),
  operationRule(
    "removeFile",
    SECTION,
    REMOVE,
    "a file can be removed only from a pending load",
    async (site) => {
      const load = await newLoad(site);
      const [table_reference = ""] = Object.keys(load.tables);
      const raw = expectSuccess(await upload(site, load.id, "raw"));
      const made = { table_reference, source_file_id: raw.id };
      const file = expectSuccess(await upload(site, load.id, "n\n1\n", made));
      const remove = (id: string) => site.post(`/data/load:removeFile?id=${load.id}&file_id=${id}`);
      expectRefused(await remove(raw.id), 409, "file_in_use");
      expect(expectSuccess(await remove(file.id)).files).toEqual([raw]);
      expectRefused(await remove(file.id), 404, "file_not_found");
      expect(expectSuccess(await remove(raw.id)).files).toEqual([]);
      const done = await ingestBatch(site, load, "n\n1\n");
      expect(done.state).toBe("COMPLETED");
      expectRefused(await remove(done.files[0].id), 409, "load_state");
    },
  ),
  testedOperation("retryLoad", SECTION, RETRY, "a failed load is ingested again", FILE),
  rule(SECTION, DESCRIPTION, "a load shows its description, even a long one", async (site) => {
    const description = "é".repeat(2_000);
    const { id } = await newLoad(site, { description });
    expect(expectSuccess(await site.get(`/${FILES}=${id}`)).description).toBe(description);
    const context = { kind: "PROJECT", project_id: site.lab.projectId };
    const body = { context, description: `${description}e` };
    expectInvalid(await site.post("/data/load:create", body), "body", "description");
    for (const none of [null, ""]) {
      expect(await newLoad(site, { description: none })).not.toHaveProperty("description");
    }
  }),
  testedRule(SECTION, PROGRESS, "a load shows its progress while it is LOADING", FILE),
  testedRule(
    SECTION,
    ROWS,
    "a completed load shows its number of rows",
    FILE,
    "a load shows its progress while it is LOADING",
  ),
  testedRule(SECTION, CREATES, "a load marks the tables that it will create", FILE),
  rule(SECTION, EXPIRY, "only a pending load shows its expiry after 7 days", async (site) => {
    const load = await newLoad(site);
    const days = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000;
    expect(days(load.created_at, load.expires_at)).toBe(7);
    const table_reference = Object.keys(load.tables)[0] ?? "";
    const file = expectSuccess(await upload(site, load.id, "n\n1\n", { table_reference }, "kept.csv"));
    const changed = expectSuccess(await site.get(`/${FILES}=${load.id}`));
    expect(days(changed.updated_at, changed.expires_at)).toBe(7);
    expect(Date.parse(changed.updated_at)).toBeGreaterThanOrEqual(Date.parse(file.created_at));
    const listed = expectSuccess(await site.get("/data/load:list?state=PENDING&order=DESC&limit=1000"));
    expect(listed.items).toContainEqual(changed);
    const finalized = expectSuccess(await site.post(`/data/load:finalize?id=${load.id}`));
    for (const later of [finalized, await waitForLoad(site, load.id)])
      expect(later).not.toHaveProperty("expires_at");
  }),
  testedRule(SECTION, WARNINGS, "a pending load has warnings", FILE),
  operationRule(
    "previewFile",
    SECTION,
    PREVIEW,
    "an uploaded file loads with its preview's config",
    async (site) => {
      const content = "A title\nName;Tm (°C)\na;50,5\nb;n.d.\n";
      const draft = await newLoad(site);
      const file = expectSuccess(await upload(site, draft.id, content));
      const preview = (id: string) => site.post(`/data/load:previewFile?id=${draft.id}&file_id=${id}`);
      const seen = expectSuccess(await preview(file.id));
      expect(seen).toMatchObject({
        format: "CSV",
        delimiter: ";",
        decimal: ",",
        header_row: 2,
        problems: [],
      });
      const reference = freshName("previewed_");
      const load = await newLoad(site, { tables: { [reference]: seen.config } });
      expect(await ingestBatch(site, load, content)).toMatchObject({ state: "COMPLETED", errors: [] });
      expect(await rowsOf(site, `SELECT name, tm_celsius FROM ${reference} ORDER BY name`)).toEqual([
        ["a", 50.5],
        ["b", null],
      ]);
      expectRefused(await preview(UNKNOWN), 404, "file_not_found");
    },
  ),
  operationRule(
    "previewData",
    SECTION,
    PREVIEW_BODY,
    "the first bytes of a file are previewed, as a form or as the body",
    async (site) => {
      const form = new FormData();
      form.set("file", new File(["n\n1\n"], "part.csv"));
      const asForm = expectSuccess(await site.post("/data:preview", form));
      const headers = { "content-type": "text/csv" };
      const asBody = expectSuccess(await site.post("/data:preview?filename=part.csv", "n\n1\n", { headers }));
      expect(asBody).toEqual(asForm);
      expect(asForm).toMatchObject({
        rows: [["1"]],
        is_whole: true,
        columns: [{ name: "n", type: "INT64" }],
      });
      const part = expectSuccess(await site.post("/data:preview?size=100", "n\n1\n2", { headers }));
      expect(part).toMatchObject({ rows: [["1"]], is_whole: false });
      const large = "1\n".repeat(2_200_000);
      expectRefused(await site.post("/data:preview", large, { headers }), 413, "preview_too_large");
    },
  ),
  rule(
    SECTION,
    METADATA,
    "an update without metadata changes none, and a load adds descriptions",
    async (site) => {
      const metadata = { description: "in °C", deprecated: false };
      const columns = [{ name: "tm", type: "FLOAT64", metadata }, ...ONE_COLUMN];
      const { reference } = await newTable(site, { columns });
      const update = columns.map(({ name, type }) => ({ name, type }));
      const updated = expectSuccess(
        await site.post(`/data/table:update?reference=${reference}`, { columns: update }),
      );
      expect(updated.columns[0].metadata).toMatchObject(metadata);
      const described = [{ ...ONE_COLUMN[0], metadata: { description: "of the load" } }];
      const load = await newLoad(site, { tables: { [reference]: { columns: described, format: "CSV" } } });
      expect((await ingestBatch(site, load, "n\n1\n")).state).toBe("COMPLETED");
      const table = expectSuccess(await site.get(`/data/table:get?reference=${reference}`));
      const descriptions = table.columns.map(
        (column: { metadata: { description: string } }) => column.metadata.description,
      );
      expect(descriptions).toEqual(["in °C", "of the load"]);
    },
  ),
];
