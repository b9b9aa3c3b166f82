import { createHash } from "node:crypto";
import { type Answer, request } from "./http.ts";
import { type Addresses, type Lab, staffToken } from "./lab.ts";

/** Files of an export, by path. */
export type ExportFiles = Map<string, Buffer>;

interface TransferView {
  id: string;
  state: string;
  errors: string[];
  id_offset: number;
}

export const sha256 = (content: Buffer): string => createHash("sha256").update(content).digest("hex");

/** Starts an export, and waits until it ends. */
export async function exportOf({ api }: Pick<Lab, "api">): Promise<TransferView> {
  const { id } = await api.post<TransferView>("/workspace:export", undefined);
  for (;;) {
    const found = await api.get<TransferView>(`/workspace:getExport?id=${id}&wait_seconds=5`);
    if (found.state !== "RUNNING") return found;
  }
}

/** Returns the content of one file of an export. */
export async function exportFile(
  { regionUrl, name, token }: Lab,
  id: string,
  path: string,
): Promise<Response> {
  const query = new URLSearchParams({ id, path });
  return fetch(`${regionUrl}/v2/workspace/${name}/workspace:getExportFile?${query}`, {
    headers: { authorization: `Bearer ${token}` },
  });
}

/** Exports a workspace, and downloads all its files. */
export async function exportedFiles(lab: Lab): Promise<ExportFiles> {
  const { id, state, errors } = await exportOf(lab);
  if (state !== "COMPLETED") throw new Error(`The export is ${state}: ${errors.join(" ")}`);
  const read = async (path: string): Promise<Buffer> => {
    const answer = await exportFile(lab, id, path);
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return Buffer.from(await answer.arrayBuffer());
  };
  const files: ExportFiles = new Map();
  for (const path of ["export.json", "files.jsonl"]) files.set(path, await read(path));
  for (const { path } of listedFiles(files)) files.set(path, await read(path));
  return files;
}

export function listedFiles(files: ExportFiles): { path: string; bytes: number; sha256: string }[] {
  const lines = String(files.get("files.jsonl")).split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line));
}

/** Writes the list of the files and `export.json` again, as after a change of the files. */
export function sealed(files: ExportFiles): ExportFiles {
  const paths = [...files.keys()].filter((path) => path !== "export.json" && path !== "files.jsonl").sort();
  const lines = paths.map((path) => {
    const content = files.get(path) as Buffer;
    return { path, bytes: content.length, sha256: sha256(content) };
  });
  const index = Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  const root = {
    ...JSON.parse(String(files.get("export.json"))),
    files: lines.length,
    bytes: lines.reduce((sum, { bytes }) => sum + bytes, 0),
    index: { sha256: sha256(index), bytes: index.length },
  };
  return new Map([...files, ["files.jsonl", index], ["export.json", Buffer.from(JSON.stringify(root))]]);
}

/** Calls the operations of an import as platform staff. */
export class Importer {
  readonly #lab: Lab;
  readonly #addresses: Addresses;
  #staff = "";

  constructor(lab: Lab, addresses: Addresses) {
    this.#lab = lab;
    this.#addresses = addresses;
  }

  async call(method: string, path: string, body?: unknown): Promise<Answer> {
    this.#staff ||= await staffToken(this.#addresses);
    const { regionUrl, name } = this.#lab;
    return request(method, `${regionUrl}/v2/workspace/${name}${path}`, { token: this.#staff, body });
  }

  /** Returns the id of the workspace. */
  async workspaceId(): Promise<string> {
    this.#staff ||= await staffToken(this.#addresses);
    const path = `${this.#addresses.platformUrl}/v2/workspace:getRecord?name=${this.#lab.name}`;
    return (await request("GET", path, { token: this.#staff })).body.id;
  }

  async manage(verb: string, body?: object): Promise<Answer> {
    const path = `${this.#addresses.platformUrl}/v2/workspace:${verb}?id=${await this.workspaceId()}`;
    return request("POST", path, { token: this.#staff, body });
  }

  close(): Promise<Answer> {
    return this.manage("freeze", { mode: "CLOSED", reason: "An import is running" });
  }

  async upload(id: string, content: Buffer, digest = sha256(content)): Promise<Response> {
    this.#staff ||= await staffToken(this.#addresses);
    const { regionUrl, name } = this.#lab;
    return fetch(`${regionUrl}/v2/workspace/${name}/workspace:uploadImportFile?id=${id}&sha256=${digest}`, {
      method: "POST",
      headers: { authorization: `Bearer ${this.#staff}`, "content-type": "application/octet-stream" },
      body: new Uint8Array(content),
    });
  }

  /** Creates an import and uploads its files. Returns its id. */
  async uploadAll(files: ExportFiles, ids: "SAME" | "NEW" = "SAME"): Promise<string> {
    const root = JSON.parse(String(files.get("export.json")));
    const created = await this.call("POST", "/workspace:import", { export: root, ids });
    if (created.status !== 200) throw new Error(JSON.stringify(created.body));
    for (const [path, content] of files) {
      if (path === "export.json") continue;
      const answer = await this.upload(created.body.id, content);
      if (answer.status !== 200) throw new Error(`${path}: ${await answer.text()}`);
    }
    return created.body.id;
  }

  /** Starts an import, and waits until it ends. */
  async run(id: string): Promise<TransferView> {
    const started = await this.call("POST", `/workspace:startImport?id=${id}`);
    if (started.status !== 200) throw new Error(JSON.stringify(started.body));
    for (;;) {
      const { body } = await this.call("GET", `/workspace:getImport?id=${id}&wait_seconds=5`);
      if (body.state !== "RUNNING") return body;
    }
  }
}
