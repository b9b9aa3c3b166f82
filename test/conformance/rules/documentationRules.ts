import { expect } from "vitest";
import { type DescribedOperation, describedOperations } from "../../support/describedOperations.ts";
import { americanLab } from "../../support/lab.ts";
import { expectSuccess } from "../expectations.ts";
import { type Rule, rule } from "../rule.ts";
import type { Site } from "../site.ts";

const DOCUMENTATION = "Clients: Documentation";

const INTERNAL =
  "Operations, parameters and fields outside the public contract are marked `x-internal`. Examples are the operations on workspace records, `include_all`, `idp_org_id` and `capabilities`.";
const SERVERS =
  "Each path served by regional addresses lists them in its `servers`; workspace paths list only the addresses of both regions.";
const EMPTY = "Every optional query parameter may be empty; the document marks it with `allowEmptyValue`.";
const SAME = "Every address serves the same document.";
const GENERATED = "A client generated from the document requires only an address and a token.";

interface Parameter {
  name: string;
  in: string;
  required: boolean;
  allowEmptyValue?: boolean;
  "x-internal"?: boolean;
}

interface Described {
  "x-internal"?: boolean;
  parameters: Parameter[];
}

type Properties = Record<string, { "x-internal"?: boolean }>;

async function documentOf(site: Site) {
  return expectSuccess(await site.platform("GET", "/openapi.json", { token: null }));
}

/** Returns the servers of a path, or the document's servers by default. */
function serversOf(document: Awaited<ReturnType<typeof documentOf>>, path: string): string[] {
  const servers: { url: string }[] = document.paths[path].servers ?? document.servers;
  return servers.map(({ url }) => url);
}

function isOfWorkspace({ path }: DescribedOperation<Described>): boolean {
  return path.startsWith("/v2/workspace/");
}

function isPlainRead({ method, described }: DescribedOperation<Described>): boolean {
  return (
    method === "get" && !described.parameters.some(({ in: place, required }) => place === "query" && required)
  );
}

const DECIDED = "Decisions of 2026-11-22";
const DECISION =
  "internal operations and fields | `x-internal` in the OpenAPI document, record operations and `include_all` too";

export const documentationRules: readonly Rule[] = [
  rule(DECIDED, DECISION, "record operations, include_all and internal fields are marked", async (site) => {
    const { paths, components } = await documentOf(site);
    const records = [paths["/v2/workspace:getRecord"].get, paths["/v2/workspace:listRecords"].get];
    expect(records.map((described) => described["x-internal"])).toEqual([true, true]);
    const parameters: Parameter[] = records[1].parameters;
    const marked = parameters.filter((parameter) => parameter["x-internal"]).map(({ name }) => name);
    expect(marked).toEqual(["include_all"]);
    const internalOf = (name: string): string[] => {
      const properties: Properties = components.schemas[name].properties;
      return Object.keys(properties).filter((field) => properties[field]?.["x-internal"]);
    };
    expect(internalOf("WorkspaceRecord")).toEqual(["idp_org_id"]);
    expect(internalOf("Workspace")).toEqual(["internal_error_details", "capabilities", "freeze"]);
    expect(internalOf("WorkspaceCreate")).toEqual(["capabilities"]);
  }),
  rule(DOCUMENTATION, INTERNAL, "no operation for members of a workspace is internal", async (site) => {
    const members = describedOperations<Described>(await documentOf(site)).filter(isOfWorkspace);
    expect(members.length).toBeGreaterThan(40);
    expect(members.filter(({ described }) => described["x-internal"])).toEqual([]);
  }),
  rule(DOCUMENTATION, SERVERS, "the servers of all paths match the workspaces' records", async (site) => {
    const document = await documentOf(site);
    const american = await americanLab();
    const regions = [site.lab.regionUrl, american.regionUrl];
    const { platformUrl } = site.addresses;
    expect(document.servers.map(({ url }: { url: string }) => url)).toEqual([platformUrl]);
    const both = [
      "/v2/workspace:get",
      "/openapi.json",
      "/docs",
      "/docs/explorer.js",
      "/v1/info",
      "/iceberg/v1/oauth/tokens",
    ];
    for (const path of Object.keys(document.paths)) {
      const isRegional = /^\/v2\/workspace\/|^\/v1\/(?:statement|query)|^\/iceberg\//.test(path);
      const ofPlatform = [platformUrl, ...(both.includes(path) ? regions : [])];
      const servers = isRegional && !both.includes(path) ? regions : ofPlatform;
      expect(serversOf(document, path), path).toEqual(servers);
    }
  }),
  rule(DOCUMENTATION, EMPTY, "parameters state whether they may be empty", async (site) => {
    const parameters = describedOperations<Described>(await documentOf(site))
      .flatMap(({ described }) => described.parameters)
      .filter((parameter) => parameter.in === "query");
    expect(parameters.length).toBeGreaterThan(60);
    for (const { name, required, allowEmptyValue } of parameters) {
      expect(allowEmptyValue ?? false, name).toBe(!required);
    }
  }),
  rule(DOCUMENTATION, SAME, "the platform and the regions serve the same document", async (site) => {
    expect(await documentOf(site)).toEqual(
      expectSuccess(await site.region("GET", "/openapi.json", { token: null })),
    );
  }),
  rule(
    DOCUMENTATION,
    GENERATED,
    "reads without parameters work at the first server of their paths",
    async (site) => {
      const document = await documentOf(site);
      const reads = describedOperations<Described>(document).filter(isPlainRead);
      const answers = reads.filter(isOfWorkspace).map(async ({ path }) => {
        const [server = ""] = serversOf(document, path);
        const url = server + path.replace("{workspace}", site.lab.name);
        // Members need a permission to erase rows.
        const token = /erasure/i.test(path) ? site.staff : site.lab.token;
        const { status } = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
        return [path, status];
      });
      expect(answers.length).toBeGreaterThan(6);
      for (const [path, status] of await Promise.all(answers)) expect(status, String(path)).toBe(200);
    },
  ),
];
