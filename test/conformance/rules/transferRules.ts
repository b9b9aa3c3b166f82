import { expect } from "vitest";
import { exampleExport } from "#shared/http/openapi/transferExamples.ts";
import { newEmptyLab } from "../../support/lab.ts";
import { sha256 } from "../../support/transferring.ts";
import { expectInvalid, expectRefused, expectSuccess } from "../expectations.ts";
import { operationRule, type Rule, testedRule } from "../rule.ts";
import type { Site } from "../site.ts";

const TRANSFER = "Clients: Export and import";
const EXPORT =
  "`workspace:export` exports a workspace as of its latest data version, for a manager. `workspace:getExport` reports its progress; a second call while an export is running returns the same one.";
const FILES =
  "`workspace:getExportFile` returns the files of a completed export for a day, or until rows are erased. Each file but `export.json` and `files.jsonl` has a line with its size and SHA-256 in `files.jsonl`.";
const IMPORT =
  "`workspace:import` starts an import into an empty workspace that platform staff have frozen as `CLOSED`, and returns the same import if it is repeated. With `ids` `SAME`, resources keep their ids; with `NEW`, the same number, `id_offset`, is added to each. `workspace:getImport` reports its progress.";
const UPLOAD =
  "`workspace:uploadImportFile` stores a file of an import if it has the stated SHA-256, and `workspace:listImportFiles` lists the files that are already stored.";
const START =
  "`workspace:startImport` checks all files before it writes anything. An import that is not valid is `FAILED`, and the workspace stays empty. Starting a failed import again continues it.";
const OPERATIONS = "Decisions of 2026-11-28: Other operations";
const FILE = "test/functions/transfers.test.ts";
const UNKNOWN = "153712003840515";

/** Starts an import into a workspace that no other row uses. */
async function newImport(site: Site) {
  const { name } = await newEmptyLab(site.addresses);
  const call = (method: string, path: string, body?: unknown) =>
    site.region(method, `/v2/workspace/${name}${path}`, { token: site.staff, body });
  const record = await site.platform("GET", `/v2/workspace:getRecord?name=${name}`, { token: site.staff });
  const body = { export: exampleExport.export, ids: "SAME" };
  expectRefused(await call("POST", "/workspace:import", body), 409, "workspace_not_closed");
  const freeze = { mode: "CLOSED", reason: "An import is running" };
  expectSuccess(
    await site.platform("POST", `/v2/workspace:freeze?id=${record.body.id}`, {
      token: site.staff,
      body: freeze,
    }),
  );
  const { id } = expectSuccess(await call("POST", "/workspace:import", body));
  const upload = (text: string, digest = sha256(Buffer.from(text))) =>
    call("POST", `/workspace:uploadImportFile?id=${id}&sha256=${digest}`, text);
  return { call, upload, id, body };
}

/** Exports the lab of the rows, and returns the completed export. */
async function exported(site: Site) {
  const { id } = expectSuccess(await site.post("/workspace:export"));
  const found = expectSuccess(await site.get(`/workspace:getExport?id=${id}&wait_seconds=20`));
  expect(found).toMatchObject({ state: "COMPLETED", errors: [] });
  return found;
}

export const transferRules: readonly Rule[] = [
  testedRule(
    OPERATIONS,
    "`POST workspace:export`, `GET workspace:getExport`, `POST workspace:import`",
    "has a checksum for each file, a list for each table, and no erased value",
    FILE,
  ),
  operationRule("exportWorkspace", TRANSFER, EXPORT, "an export states its version", async (site) => {
    const { export: root } = await exported(site);
    const [latest] = expectSuccess(await site.get("/data/version:list?limit=1")).items;
    expect(root).toMatchObject({ version_id: latest?.id ?? "0", workspace: { name: site.lab.name } });
  }),
  operationRule("getWorkspaceExport", TRANSFER, EXPORT, "an unknown export is a 404", async (site) => {
    expectRefused(await site.get(`/workspace:getExport?id=${UNKNOWN}`), 404, "export_not_found");
  }),
  operationRule(
    "getWorkspaceExportFile",
    TRANSFER,
    FILES,
    "the list of files has the SHA-256 that export.json states",
    async (site) => {
      const { id, export: root } = await exported(site);
      const file = (path: string) => site.get(`/workspace:getExportFile?id=${id}&path=${path}`);
      const { body } = await file("files.jsonl");
      expect(sha256(Buffer.from(body))).toBe(root.index.sha256);
      expectInvalid(await file("../export.json"), "query", "path");
      expectRefused(await file("objects/uploads/1/2"), 404, "export_file_not_found");
    },
  ),
  operationRule(
    "importWorkspace",
    TRANSFER,
    IMPORT,
    "an import needs a closed workspace, and is continued if it is repeated",
    async (site) => {
      const { call, id, body } = await newImport(site);
      expect(expectSuccess(await call("POST", "/workspace:import", body)).id).toBe(id);
      const unknown = { ...body, export: { ...body.export, format_version: 2 } };
      expectInvalid(await call("POST", "/workspace:import", unknown), "body", "export", "format_version");
    },
  ),
  operationRule("getWorkspaceImport", TRANSFER, IMPORT, "an unknown import is a 404", async (site) => {
    expectRefused(await site.get(`/workspace:getImport?id=${UNKNOWN}`), 404, "import_not_found");
  }),
  operationRule(
    "uploadWorkspaceImportFile",
    TRANSFER,
    UPLOAD,
    "a file with another SHA-256 is refused and not stored",
    async (site) => {
      const { call, upload, id } = await newImport(site);
      expectInvalid(await upload("one", sha256(Buffer.from("two"))), "query", "sha256");
      expect(expectSuccess(await call("GET", `/workspace:listImportFiles?id=${id}`)).sha256).toEqual([]);
    },
  ),
  operationRule(
    "listWorkspaceImportFiles",
    TRANSFER,
    UPLOAD,
    "a stored file is listed by its SHA-256",
    async (site) => {
      const { call, upload, id } = await newImport(site);
      for (const _ of [1, 2]) expectSuccess(await upload("one"));
      const listed = expectSuccess(await call("GET", `/workspace:listImportFiles?id=${id}`));
      expect(listed).toEqual({ sha256: [sha256(Buffer.from("one"))], more: false });
    },
  ),
  operationRule(
    "startWorkspaceImport",
    TRANSFER,
    START,
    "an import without its files fails and changes nothing",
    async (site) => {
      const { call, id } = await newImport(site);
      expectSuccess(await call("POST", `/workspace:startImport?id=${id}`));
      const ended = expectSuccess(await call("GET", `/workspace:getImport?id=${id}&wait_seconds=20`));
      expect([ended.state, ended.errors]).toEqual([
        "FAILED",
        ["The list of files, files.jsonl, has not been uploaded."],
      ]);
    },
  ),
];
