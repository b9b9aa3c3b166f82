import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { vi } from "vitest";
import { localIdp } from "#local/idp/localIdp.ts";
import { ApiClient, ApiError } from "../../examples/apiClient.ts";
import { addressesOf, type PlatformProcess, startPlatformProcess } from "../support/child.ts";
import { type Addresses, type Lab, memberToken, newLab, startCsvLoad, uniqueName } from "../support/lab.ts";
import { FIRST_VALUES, PORTAL, WEBHOOK_PATH, WEBHOOK_SECRET } from "./firstValues.ts";
import { KnownValues } from "./knownValues.ts";
import type { Sender } from "./requests.ts";
import type { Route } from "./routes.ts";
import type { Schema } from "./schemaNodes.ts";

/** Settings that make every operation available. */
const ENVIRONMENT = {
  DOCS_PORTAL_URL: PORTAL,
  DOCS_PORTAL_SECRET: "portal-secret",
  IDP_WEBHOOK_SECRET: WEBHOOK_SECRET,
  IDP_WEBHOOK_PATH: WEBHOOK_PATH,
};

const COLUMNS = [
  { name: "n", type: "INT64" },
  { name: "label", type: "STRING" },
];

/**
 * Platform in a separate process with one lab: whatever the fuzz test deletes belongs to it, its log can be read, and a crash
 * is detected.
 */
export class FuzzSite {
  readonly process: PlatformProcess;
  readonly lab: Lab;
  readonly document: Schema;
  readonly known = new KnownValues();
  readonly #directory: string;
  readonly #addresses: Addresses;
  /** The most recently added load. */
  #pending = "";
  #tokens = { member: "", staff: "", nonMember: "" };

  private constructor(process: PlatformProcess, lab: Lab, document: Schema, directory: string) {
    this.process = process;
    this.lab = lab;
    this.document = document;
    this.#directory = directory;
    this.#addresses = addressesOf(process);
  }

  static async open(): Promise<FuzzSite> {
    const directory = await mkdtemp(join(tmpdir(), "platform-fuzz-"));
    for (const [name, value] of Object.entries(ENVIRONMENT)) vi.stubEnv(name, value);
    // The fuzzer sends many invalid tokens from one address.
    const process = await startPlatformProcess(directory, { INVALID_TOKENS_PER_ADDRESS: "1000000" });
    const addresses = addressesOf(process);
    const document = await (await fetch(`${addresses.platformUrl}/openapi.json`)).json();
    const site = new FuzzSite(process, await newLab(addresses), document as Schema, directory);
    for (const [field, values] of Object.entries(FIRST_VALUES))
      for (const value of values) site.known.add(field, value);
    await site.signIn();
    await site.#addLoads();
    return site;
  }

  /** Returns the origin and the tokens for requests to a route. */
  sender({ audience }: Route): Sender {
    const { member, staff, nonMember } = this.#tokens;
    const port = audience === "member" ? Number(new URL(this.lab.regionUrl).port) : this.process.port;
    const right = { open: ENVIRONMENT.DOCS_PORTAL_SECRET, staff, member, user: member }[audience];
    return {
      port,
      known: this.known,
      tokens: { right, other: audience === "staff" ? member : staff, nonMember },
    };
  }

  /** All users sign in again, because an operation may have ended their sessions. */
  async signIn(): Promise<void> {
    const idp = localIdp(this.#addresses);
    const { clientId, staffOrganizationId } = await idp.settings();
    this.#tokens = {
      member: await memberToken(this.#addresses, this.lab.orgId),
      staff: await idp.userToken(clientId, "staff@example.org", staffOrganizationId),
      nonMember: await memberToken(this.#addresses, null, "nonmember@example.org"),
    };
  }

  /** New resources for operations that consume them: an active project, and a load that can be finalized. */
  createKnownValues(route: Route): Promise<void> {
    return this.#signedIn(() => this.#add(route));
  }

  /** Rejects if the lab has become unusable. */
  async mustWork(): Promise<void> {
    await this.#signedIn(() => this.#api().post("/project:create", { name: "still-there" }));
  }

  async close(): Promise<void> {
    this.process.child.kill("SIGINT");
    await this.process.exited;
    await rm(this.#directory, { recursive: true, force: true });
  }

  /** Distinct errors in the log; `GET /500` causes one on purpose. */
  errors(): string[] {
    const lines = this.process.output().split("\n");
    const bugs = lines.filter((line) => /"level":"(ERROR|CRITICAL)"|^\S*Error: /.test(line)).map(bugOf);
    return [...new Set(bugs)].filter((bug) => !bug.startsWith("GET /500 "));
  }

  /** Waits until no load is being processed. */
  async quiet(): Promise<void> {
    await this.signIn();
    const api = this.#api();
    for (let cursor: string | null = ""; cursor !== null; ) {
      const page: { items: { id: string; state: string }[]; cursor: string | null } = await api.get(
        `/data/load:list?limit=200&cursor=${encodeURIComponent(cursor)}`,
      );
      for (const { id, state } of page.items) if (state !== "PENDING") await api.settled(id);
      cursor = page.cursor;
    }
  }

  /** Tries once more after signing in if the sessions have ended. */
  async #signedIn<T>(act: () => Promise<T>): Promise<T> {
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
      await this.signIn();
      return act();
    }
  }

  #api(): ApiClient {
    return new ApiClient(`${this.lab.regionUrl}/v2/workspace/${this.lab.name}`, this.#tokens.member);
  }

  async #add({ audience, path }: Route): Promise<void> {
    const api = this.#api();
    this.known.add("workspace name", this.lab.name);
    // Staff members delete workspaces other than the shared one, by name.
    if (audience === "staff") this.known.remove("name of workspace", this.lab.name);
    else this.known.add("name of workspace", this.lab.name);
    if (audience === "staff") await this.#addWorkspace();
    if (audience !== "member") return;
    const project = await this.#made<{ id: string }>(
      "project",
      api.post("/project:create", { name: "fuzz" }),
    );
    const round = { project_id: project.id, name: "round" };
    await this.#made("round", api.post("/round:create", round));
    const reference = uniqueName("r").replace("-", "_");
    await this.#made("table", api.post("/data/table:create", { reference, columns: COLUMNS }));
    const context = { kind: "PROJECT", project_id: project.id };
    const tables = { [reference]: { columns: COLUMNS, format: "CSV" } };
    const load = await this.#made<{ id: string }>("load", api.post("/data/load:create", { context, tables }));
    await this.#made("file", api.upload(load.id, reference, "a.csv", "n,label\n1,a\n2,b\n"));
    // The earlier load is completed, because the fuzz test uses completed loads; the new load can still be finalized.
    if (this.#pending && path.includes("/load:"))
      await this.#made("load", api.post(`/data/load:finalize?id=${this.#pending}`)).catch(ignoreUsed);
    this.#pending = load.id;
  }

  /** A committed load, an undone load, and a failed load. */
  async #addLoads(): Promise<void> {
    const { lab } = this;
    const files = ["n,label\n1,a\n2,b\n", "n,label\n3,c\n", "n,label\nx,c\n"];
    const ids: string[] = [];
    for (const file of files) ids.push(await startCsvLoad(lab, "measured", COLUMNS, file));
    for (const id of ids) this.known.at("/load:get").learn(await lab.api.settled(id));
    await lab.api.post(`/data/load:undo?id=${ids[1]}`);
    const view = { kind: "VIEW", reference: "seen", query: "SELECT n, label FROM measured" };
    await this.#made("table", lab.api.post("/data/table:create", view));
    for (const id of ids) await lab.api.settled(id);
  }

  async #addWorkspace(): Promise<void> {
    const staff = new ApiClient(this.#addresses.platformUrl, this.#tokens.staff);
    const name = uniqueName("fuzz");
    await staff.post("/v2/workspace:create", { name, display_name: "To be deleted" });
    this.known.add("name of workspace", name);
  }

  async #made<T>(place: string, answer: Promise<T>): Promise<T> {
    const made = await answer;
    this.known.at(`/${place}:create`).learn(made);
    return made;
  }
}

/** The fuzz test may have finalized or deleted the load, or archived its table. */
function ignoreUsed(error: unknown): void {
  if (!(error instanceof ApiError) || ![404, 409].includes(error.status)) throw error;
}

/** Log line without its variable parts. */
function bugOf(line: string): string {
  if (!line.startsWith("{")) return line;
  const { method = "", path = "", message, error, ...rest } = JSON.parse(line);
  if (!error) return line;
  const stack: string[] = error.stack?.split("\n") ?? [];
  return `${method} ${path.slice(0, 200)} ${message} ${JSON.stringify(rest.execution ?? "")}: ${stack.slice(0, 5).join("\n")}`;
}
