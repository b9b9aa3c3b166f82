import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { byNight, sampled } from "#test/support/byNight.ts";
import { request } from "#test/support/http.ts";
import { type Lab, memberToken, newEmptyLab, scalar } from "#test/support/lab.ts";
import {
  type ExportFiles,
  exportedFiles,
  exportFile,
  exportOf,
  Importer,
  sealed,
  sha256,
} from "#test/support/transferring.ts";
import { type Site, startSite } from "./site.ts";

/** Attacker with an export of their own workspace and an empty workspace to import into. */
interface Attacker {
  lab: Lab;
  own: string;
  files: ExportFiles;
  target: Lab;
  importer: Importer;
}

let site: Site;
let attackers: [Attacker, Attacker];
let victim: string;

beforeAll(async () => {
  site = await startSite();
  victim = await new Importer(site.bystander, site.addresses).workspaceId();
  const [first, second] = site.attackers;
  attackers = [await attackerOf(first), await attackerOf(second)];
}, 120_000);
afterAll(() => site.close());

async function attackerOf(lab: Lab): Promise<Attacker> {
  const target = await newEmptyLab(site.addresses);
  const importer = new Importer(target, site.addresses);
  await importer.close();
  const own = await new Importer(lab, site.addresses).workspaceId();
  return { lab, own, files: await exportedFiles(lab), target, importer };
}

function both<Result>(attack: (attacker: Attacker) => Promise<Result>): Promise<Result[]> {
  return site.withstand(() => Promise.all(attackers.map(attack)));
}

type Change = (files: ExportFiles, attacker: Attacker) => ExportFiles;

/** Changes the text of the first file whose path matches. */
function changed(path: RegExp, change: (text: string, attacker: Attacker) => string): Change {
  return (files, attacker) => {
    const name = [...files.keys()].find((one) => path.test(one)) ?? "";
    const content = files.get(name) as Buffer;
    const isCompressed = /\/(?:manifests|segments)\//.test(name);
    const before = String(isCompressed ? gunzipSync(content) : content);
    const after = change(before, attacker);
    if (after === before) throw new Error(`${name} has not been changed: ${before.slice(0, 500)}`);
    return new Map([...files, [name, isCompressed ? gzipSync(after) : Buffer.from(after)]]);
  };
}

/** Changes the bytes of the first segment. */
const changedBytes =
  (change: (content: Buffer) => Buffer): Change =>
  (files) => {
    const name = [...files.keys()].find((one) => SEGMENT.test(one)) ?? "";
    return new Map([...files, [name, change(files.get(name) as Buffer)]]);
  };

const changedItem = (path: RegExp, change: (item: Record<string, unknown>) => object): Change =>
  changed(path, (text) => {
    const [first = "", ...others] = text.split("\n");
    const record = JSON.parse(first);
    return [JSON.stringify({ ...record, item: change(record.item) }), ...others].join("\n");
  });

/** Adds a record to a file. */
const withRecord = (name: string, record: object): Change =>
  changed(new RegExp(`^records/${name}`), (text) => `${text}${JSON.stringify(record)}\n`);

const SEGMENT = /\/segments\//;
const AT = "0000000000000017";

/** JSON text that names a file of the bystander. */
const theirs = (): string => JSON.stringify({ chart: { key: `ws/${victim}/artifacts/1/model` } });

function taskWith(fields: object): object {
  const texts = { parameters: "{}", result: "null", status_details: "{}" };
  return {
    list: "TASK",
    position: AT,
    item: { id: "17", state: "COMPLETED", attempt: 1, ...texts, ...fields },
  };
}

/** Changes to an export, with what the import says. */
const CHANGES: Record<string, [Change, RegExp]> = {
  "a data file of another workspace": [
    changed(SEGMENT, (text, { own }) => text.replaceAll(`ws/${own}/`, `ws/${victim}/`)),
    /names an object outside of the export/,
  ],
  "a data file that leads out of the workspace": [
    changed(SEGMENT, (text, { own }) => text.replace(`ws/${own}/loads/`, `ws/${own}/loads/../../${victim}/`)),
    /names an object outside of the export/,
  ],
  "a file of the machine": [
    changed(SEGMENT, (text) => text.replace(/"key":"[^"]*"/, '"key":"/etc/passwd"')),
    /names an object outside of the export/,
  ],
  "a compressed segment that is damaged": [
    changedBytes((content) => content.subarray(0, content.length / 2)),
    /is not JSON/,
  ],
  "a small segment that fills the memory": [
    changedBytes(() => gzipSync(Buffer.alloc(65 * 2 ** 20, " "))),
    /is too large/,
  ],
  "SQL in the place of an id": [
    changed(SEGMENT, (text) =>
      text.replace(/"load_id":"\d+"/, '"load_id":"1", "hidden_loads":["0) OR (1=1"]'),
    ),
    /The field hidden_loads .* is not valid/,
  ],
  "SQL in the place of a load": [
    changed(SEGMENT, (text) => text.replace(/"load_id":"\d+"/, '"load_id":"1) UNION SELECT"')),
    /The field load_id .* is not valid/,
  ],
  "a segment among the results of queries": [
    changed(/\/manifests\//, (text) => text.replace(/"key":"[^"]*"/, `"key":"results/${victim}/x"`)),
    /names an object outside of the export/,
  ],
  "a manifest that the export lacks": [
    changedItem(/^records\/table-versions/, (item) => ({
      ...item,
      manifest_key: String(item.manifest_key).replace(/-[0-9a-f]+\.json/, "-0.json"),
    })),
    /refers to the file .*, which is not in the export/,
  ],
  "a list of another kind": [
    withRecord("projects", { list: "AUDIT", position: AT, item: { id: "17" } }),
    /is not a record of projects/,
  ],
  "a mark that unfreezes the workspace": [
    withRecord("tables", { list: "FROZEN", position: "-", item: { mode: null } }),
    /is not a record of tables/,
  ],
  "a list of another workspace": [
    withRecord("projects", { list: `W#${"1"}#PROJECT`, position: AT, item: { id: "17" } }),
    /is not a record of projects/,
  ],
  "a position that is not the id": [
    withRecord("projects", { list: "PROJECT", position: AT, item: { id: "18" } }),
    /The field id .* is not valid/,
  ],
  "the key of an item": [
    withRecord("projects", { list: "PROJECT", position: AT, item: { id: "17", pk: "W#1", sk: "HEAD" } }),
    /The field item .* is not valid/,
  ],
  "fields that the store unpacks": [
    withRecord("projects", { list: "PROJECT", position: AT, item: { id: "17", packed_fields: ["name"] } }),
    /The field item .* is not valid/,
  ],
  "a number that the store cannot keep": [
    withRecord("projects", { list: "PROJECT", position: AT, item: { id: "17", x: 1e300 } }),
    /has a number that cannot be stored/,
  ],
  "an item that is too large": [
    withRecord("projects", { list: "PROJECT", position: AT, item: { id: "17", x: "x".repeat(410 * 1024) } }),
    /is too large/,
  ],
  "an object of another workspace in the result of a task": [
    (files, attacker) => withRecord("tasks", taskWith({ result: theirs() }))(files, attacker),
    /names an object outside of the export/,
  ],
  "an object of another workspace in the data of an artifact": [
    (files, attacker) =>
      withRecord("artifacts", { list: "ARTIFACT", position: AT, item: { id: "17", data: theirs() } })(
        files,
        attacker,
      ),
    /names an object outside of the export/,
  ],
  "a result that is nested deeply": [
    withRecord("tasks", taskWith({ result: "[".repeat(100_000) + "]".repeat(100_000) })),
    /is nested too deeply/,
  ],
  "a result that is not JSON": [
    withRecord("tasks", taskWith({ result: "{" })),
    /The field result .* is not valid/,
  ],
  "a billion attempts": [
    changedItem(/^records\/loads/, (item) => ({ ...item, attempt: 1e9 })),
    /The field attempt .* is not valid/,
  ],
  "a model in another workspace": [
    withRecord("artifacts", {
      list: "ARTIFACT",
      position: AT,
      item: { id: "17", payloads: { model: { key: "ws/1/artifacts/1/model" } } },
    }),
    /names an object outside of the export/,
  ],
  "work in progress": [
    withRecord("tasks", { list: "TASK", position: AT, item: { id: "17", state: "EXECUTING", attempt: 1 } }),
    /is work in progress/,
  ],
  "a value that is nested deeply": [
    changed(
      /^records\/projects/,
      (text) =>
        `${text}{"list":"PROJECT","position":"${AT}","item":{"id":"17","x":${"[".repeat(5_000)}${"]".repeat(5_000)}}}\n`,
    ),
    /is nested too deeply/,
  ],
  "a line without an end": [
    changed(/^records\/projects/, (text) => text + " ".repeat(9 * 1024 * 1024)),
    /has more than/,
  ],
  "text instead of JSON": [
    changed(/^records\/rounds|^records\/projects/, (text) => `${text}{"list":\n`),
    /is not JSON/,
  ],
  "an unknown file of records": [
    (files) => new Map([...files, ["records/leases.jsonl", Buffer.from("")]]),
    /does not know the file/,
  ],
  "a later version than export.json states": [
    withRecord("versions", {
      list: "VERSION",
      position: "0999999999999999",
      item: { id: "999999999999999" },
    }),
    /latest version of the records/,
  ],
};

/** Changes to the list of files. */
const PATHS = [
  "objects/../../../x",
  "/etc/passwd",
  "objects/loads/1-1/../x",
  "objects/ws/1/x",
  "records/../x.jsonl",
];

async function imported({ importer }: Attacker, files: ExportFiles): Promise<[string, string]> {
  const { state, errors } = await importer.run(await importer.uploadAll(files));
  return [state, errors.join(" ")];
}

const changes = Object.entries(CHANGES);
const ALWAYS = [
  "a data file of another workspace",
  "a small segment that fills the memory",
  "fields that the store unpacks",
  "an object of another workspace in the result of a task",
  "a list of another workspace",
  "a line without an end",
];
const shown = sampled(
  changes,
  changes.filter(([name]) => ALWAYS.includes(name)),
);

describe("two tenants who import hostile exports reach no one else, and nothing is imported:", () => {
  it.each(shown)("%s", async (_, [change, sentence]) => {
    for (const [state, errors] of await both((one) => imported(one, sealed(change(one.files, one)))))
      expect([state, errors]).toEqual(["FAILED", expect.stringMatching(sentence)]);
  });

  byNight("paths that lead elsewhere, a repeated path, and another size", async () => {
    const listed =
      (line: (content: Buffer) => string): Change =>
      (files) => {
        const index = Buffer.from(line(files.get("files.jsonl") as Buffer));
        const root = JSON.parse(String(files.get("export.json")));
        const stated = { ...root, index: { sha256: sha256(index), bytes: index.length } };
        return new Map([
          ...files,
          ["files.jsonl", index],
          ["export.json", Buffer.from(JSON.stringify(stated))],
        ]);
      };
    const empty = sha256(Buffer.from(""));
    const changes = [
      ...PATHS.map((path) => listed(() => `${JSON.stringify({ path, bytes: 0, sha256: empty })}\n`)),
      listed((content) => `${String(content).split("\n")[0]}\n${content}`),
      listed((content) => String(content).replace(/"bytes":\d+/, '"bytes":1')),
    ];
    for (const change of changes)
      for (const [state, errors] of await both((one) => imported(one, change(one.files, one))))
        expect([state, errors]).toEqual(["FAILED", expect.stringMatching(/is not valid|bytes, not 1/)]);
  });
});

describe("the doors of exports and imports", () => {
  it("are closed to other tenants, to their ids, and to members without that role", async () => {
    const { id } = await exportOf(site.bystander);
    const outcomes = await both(async ({ lab, importer }) => {
      const scientist = await memberToken(site.addresses, lab.orgId, "s@example.org", [], "scientist");
      const as = (token: string, name: string, verb: string, method = "GET") =>
        request(method, `${lab.regionUrl}/v2/workspace/${name}/workspace:${verb}`, {
          token,
          body: method === "POST" ? {} : undefined,
        });
      return [
        (await as(lab.token, lab.name, `getExport?id=${id}`)).body.code,
        (await exportFile(lab, id, "export.json")).status,
        (await as(lab.token, site.bystander.name, "export", "POST")).body.code,
        (await as(lab.token, site.bystander.name, `getExportFile?id=${id}&path=export.json`)).body.code,
        (await as(scientist, lab.name, "export", "POST")).body.code,
        (await as(lab.token, lab.name, "import", "POST")).status,
        (await importer.call("GET", `/workspace:getImport?id=${id}`)).body.code,
      ];
    });
    const expected = [
      "export_not_found",
      404,
      "workspace_forbidden",
      "workspace_forbidden",
      "role_required",
      422,
      "import_not_found",
    ];
    expect(outcomes).toEqual([expected, expected]);
  });

  it("are closed to a manager as soon as the role is removed", async () => {
    const { lab } = attackers[0];
    const token = await memberToken(site.addresses, lab.orgId, "second@example.org");
    const { id } = await exportOf(lab);
    const second = { ...lab, token };
    const members = await lab.api.get<{ items: { user_id: string; email: string }[] }>("/member:list");
    expect((await exportFile(second, id, "export.json")).status).toBe(403);
    const known = await lab.api.get<typeof members>("/member:list");
    const user_id = known.items.find(({ email }) => email === "second@example.org")?.user_id;
    await lab.api.post("/member:setRole", { user_id, role: "manager" });
    expect((await exportFile(second, id, "export.json")).status).toBe(200);
    await lab.api.post("/member:setRole", { user_id, role: null });
    for (const path of ["export.json", "files.jsonl"])
      expect((await exportFile(second, id, path)).status).toBe(403);
    for (const path of ["audit:list", "audit:download", "usage:get?month=2026-11", "member:list"])
      expect(
        (await request("GET", `${lab.regionUrl}/v2/workspace/${lab.name}/${path}`, { token })).status,
      ).toBe(path === "member:list" ? 200 : 403);
  });

  it("accept only as many bytes as the export contains", async () => {
    const outcomes = await both(async ({ importer, files }) => {
      const root = { ...JSON.parse(String(files.get("export.json"))), files: 1, bytes: 10 };
      const body = {
        export: { ...root, index: { sha256: sha256(Buffer.from("x")), bytes: 1 } },
        ids: "SAME",
      };
      const { id } = (await importer.call("POST", "/workspace:import", body)).body;
      const code = async (answer: Response) => ((await answer.json()) as { code: string }).code;
      const large = await code(await importer.upload(id, Buffer.alloc(12)));
      const chunked = await importer.upload(id, Buffer.alloc(8));
      const rest = await code(await importer.upload(id, Buffer.from("four")));
      const { state } = await importer.run(id);
      // A failed import accepts the files that it lacks.
      const more = await importer.upload(id, Buffer.from("y"));
      return [large, chunked.status, rest, state, more.status];
    });
    const expected = ["import_too_large", 200, "import_too_large", "FAILED", 200];
    expect(outcomes).toEqual([expected, expected]);
  });

  it("need an empty workspace, which stays closed only as long as the import runs", async () => {
    const { importer, files, target, lab } = attackers[1];
    const id = await importer.uploadAll(files);
    expect((await importer.run(id)).state).toBe("COMPLETED");
    const late = await importer.upload(id, Buffer.from("late"));
    expect([late.status, (await late.json()).code]).toEqual([409, "import_started"]);
    const again = await importer.call("POST", "/workspace:import", {
      export: {
        ...JSON.parse(String(files.get("export.json"))),
        index: { sha256: sha256(Buffer.from("z")), bytes: 1 },
      },
      ids: "SAME",
    });
    expect([again.status, again.body.code]).toEqual([409, "workspace_not_empty"]);
    expect((await importer.manage("unfreeze")).status).toBe(200);
    const [first, second] = [await target.api.get("/data/table:list"), await lab.api.get("/data/table:list")];
    expect(first).toEqual(second);
    expect(await scalar(site.bystander, "SELECT count(*) FROM variants")).toBe(1000n);
  });
});
