import { randomBytes } from "node:crypto";
import { type WorkspaceView, waitUntilReady } from "#test/support/waitUntilReady.ts";
import { ApiClient, ApiError } from "../../examples/apiClient.ts";
import { explainFailure } from "../../examples/explainFailure.ts";
import type { Options } from "./options.ts";
import { type People, readTokens } from "./people.ts";

/** Workspace created for these checks. */
export interface OpenedWorkspace {
  id: string;
  name: string;
  /** URL of the region, without a path. */
  origin: string;
  /** Common prefix of all paths of its operations. */
  prefix: string;
  /** Member token if available, otherwise a staff token. */
  token: string;
  /** Null if no member token is available. */
  memberToken: string | null;
  projectId: string;
}

/** Two workspaces in the same region, as plain data. */
export interface OpenedLab {
  options: Options;
  staffToken: string;
  first: OpenedWorkspace;
  second: OpenedWorkspace;
}

export interface OpenLab {
  lab: OpenedLab;
  /**
   * Deletes both workspaces, or makes sure that they are kept, regardless of the signal. Returns the outcome as a sentence.
   */
  close: () => Promise<string>;
}

/** Gets tokens and creates the workspaces. On failure, deletes the workspaces that were created. */
export async function openLab(options: Options, signal: AbortSignal): Promise<OpenLab> {
  const people = await readTokens(options, signal);
  const { staffToken } = people;
  // Creation and deletion are not abandoned halfway; only waiting is.
  const staff = new ApiClient(options.baseUrl, staffToken);
  const made: string[] = [];
  const run = randomBytes(5).toString("hex");
  const make = (suffix: string) =>
    newWorkspace({ staff, people, options, signal, made }, `smoke-${run}-${suffix}`);
  // Waits for both, so that neither workspace is created after the failure of the other has been cleaned up.
  const [first, second] = await Promise.allSettled([make("a"), make("b")]);
  if (first.status === "fulfilled" && second.status === "fulfilled") {
    const lab = { options, staffToken, first: first.value, second: second.value };
    return { lab, close: () => (options.keep ? keepAll(staff, made) : deleteAll(staff, made)) };
  }
  const cause = [first, second].flatMap((one) => (one.status === "rejected" ? [one.reason] : []))[0];
  const cleaned = await deleteAll(staff, made).catch(explainFailure);
  throw new Error(`The workspaces could not be made (${cleaned})`, { cause });
}

interface Making {
  staff: ApiClient;
  people: People;
  options: Options;
  signal: AbortSignal;
  /** Names of the workspaces created so far. */
  made: string[];
}

async function newWorkspace(
  { staff, people, options: { region, patience }, signal, made }: Making,
  name: string,
): Promise<OpenedWorkspace> {
  const fields = { name, display_name: "Smoke test: may be deleted", region };
  await staff.post("/v2/workspace:create", fields).catch((error: unknown) => {
    // A workspace may have been created even if the response was lost, so it is also deleted.
    if (refusalOf(error) === null) made.push(name);
    throw error;
  });
  made.push(name);
  const id = await waitUntilReady(staff, name, { seconds: patience, signal });
  const record = await staff.get<{ region_api_url: string }>(`/v2/workspace:getRecord?name=${name}`);
  const memberToken = await people.memberTokenOf(name);
  const origin = record.region_api_url;
  const prefix = `/v2/workspace/${name}`;
  const token = memberToken ?? people.staffToken;
  const api = new ApiClient(`${origin}${prefix}`, token, signal);
  const project = await api.post<{ id: string }>("/project:create", { name: "smoke" });
  return { id, name, origin, prefix, token, memberToken, projectId: project.id };
}

async function deleteAll(staff: ApiClient, names: readonly string[]): Promise<string> {
  const left: string[] = [];
  for (const name of names) {
    await deleteOne(staff, name).catch((error: unknown) => {
      if (refusalOf(error)?.status !== 404) left.push(`${name}: ${explainFailure(error)}`);
    });
  }
  if (left.length > 0) throw new Error(`These workspaces could NOT be deleted: ${left.join("; ")}`);
  return names.length === 0 ? "nothing was made" : `deleted: ${names.join(", ")}`;
}

/** Deletes one workspace and then checks its state: a running restore may have been carried out last. */
async function deleteOne(staff: ApiClient, name: string): Promise<void> {
  await staff.post(`/v2/workspace:delete?name=${name}`).catch((error: unknown) => {
    if (refusalOf(error)?.code !== "workspace_deleting") throw error;
  });
  const { state } = await staff.get<WorkspaceView>(`/v2/workspace:get?name=${name}`);
  if (state !== "DELETING") throw new Error(`it is ${state} after its deletion`);
}

/** Returns a refusal; null if there was no response, or one that leaves the outcome open. */
function refusalOf(error: unknown): { status: number; code: unknown } | null {
  if (!(error instanceof ApiError)) return null;
  const { status, body } = error;
  return status >= 500 ? null : { status, code: (body as { code?: unknown } | null)?.code };
}

/** Restores the workspaces that are being deleted. Returns the outcome as a sentence. */
async function keepAll(staff: ApiClient, names: readonly string[]): Promise<string> {
  for (const name of names) {
    const { state } = await staff.get<WorkspaceView>(`/v2/workspace:get?name=${name}`);
    if (state === "DELETING") await staff.post(`/v2/workspace:restore?name=${name}`);
  }
  return `kept: ${names.join(", ")}`;
}
