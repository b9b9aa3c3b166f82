import type { ContractRequest } from "./contractRequests.ts";
import { type ExampleKind, findIds, type IdPlace, withIds } from "./exampleIds.ts";
import { type Answer, request } from "./http.ts";

/** Sends a contract request to a workspace, with the document's example IDs replaced. */
export function sendContract(
  wanted: ContractRequest,
  to: { url: string; workspace: string; token: string | null },
  ids: Partial<Record<ExampleKind, string>>,
): Promise<Answer> {
  const idOf = ({ kind, path }: IdPlace): string => {
    const id = ids[kind];
    if (id === undefined)
      throw new Error(`${wanted.operation} takes a ${kind} in ${path.join(".")}: the fixtures has none`);
    return id;
  };
  return send(wanted, to, withIds(wanted.query, idOf), withIds(wanted.body, idOf));
}

/** Locations in a request that refer to resources of its workspace. */
export function idsNamed({ query, body }: ContractRequest): { place: "query" | "body"; at: IdPlace }[] {
  return [
    ...findIds(query).map((at) => ({ place: "query" as const, at })),
    ...findIds(body).map((at) => ({ place: "body" as const, at })),
  ];
}

/** Sends a contract request like `sendContract`, but with one ID replaced with an ID of `foreign`. */
export function sendWithForeignId(
  wanted: ContractRequest,
  to: { url: string; workspace: string; token: string | null },
  own: Partial<Record<ExampleKind, string>>,
  foreign: Partial<Record<ExampleKind, string>>,
  { place, at }: { place: "query" | "body"; at: IdPlace },
): Promise<Answer> {
  const idsIn =
    (here: "query" | "body") =>
    ({ kind, path }: IdPlace): string =>
      (here === place && path.join() === at.path.join() ? foreign[kind] : own[kind]) ?? "";
  return send(wanted, to, withIds(wanted.query, idsIn("query")), withIds(wanted.body, idsIn("body")));
}

function send(
  { method, path, files }: ContractRequest,
  { url, workspace, token }: { url: string; workspace: string; token: string | null },
  query: Record<string, string>,
  body: unknown,
): Promise<Answer> {
  const named = Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, value === "protein-lab" ? workspace : value]),
  );
  const search = new URLSearchParams(named).toString();
  const place = path.replace("{workspace}", workspace).replace(/\{\w+\}/g, "x");
  const address = `${url}${place}${search === "" ? "" : `?${search}`}`;
  // Operations of Trino's protocol name the workspace in a header.
  const headers = { "x-trino-catalog": workspace };
  return request(method, address, { token, headers, body: files ? formOf(files, body) : body });
}

function formOf(files: readonly string[], body: unknown): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries((body ?? {}) as Record<string, unknown>)) {
    if (files.includes(name)) form.set(name, new Blob([String(value)]), "plate.csv");
    else form.set(name, String(value));
  }
  return form;
}
