import { expect } from "vitest";
import { expectSuccess } from "../expectations.ts";
import { operationRule, type Rule, rule } from "../rule.ts";
import type { Site } from "../site.ts";

const ICEBERG = "Clients: Iceberg's catalog";
const CONFIG =
  "`GET /iceberg/v1/config?warehouse=<workspace>` at a regional address is the entry point of Iceberg's REST protocol and returns the paths for further requests. Every request requires the access token as a bearer token.";
const TOKENS =
  "`POST /iceberg/v1/oauth/tokens` is the token endpoint: it takes a token of the platform as the `client_secret` of `client_credentials`, or as the `subject_token` of a token exchange, and returns it with its remaining lifetime. Its errors have the form of OAuth 2.0.";
const NAMESPACES = "The catalog has one namespace, `main`; `HEAD` checks whether a namespace exists.";
const TABLES = "The catalog lists the active tables created by users, under their references.";
const LOAD =
  "Loading a table returns its metadata and temporary credentials for reading its files. In the metadata, each data version is a snapshot with the version's id, and each tag is a ref. With `snapshots=refs`, only the snapshots of tags and of the latest version are returned.";
const CREDENTIALS =
  "The credentials are valid for an hour. They grant read access to the rows and metadata of the workspace's tables, and to nothing else.";
const ERRORS = "Errors also contain a field `error` in Iceberg's format. The catalog is read-only.";

/** Creates a table without rows and returns its reference. */
async function newTable(site: Site, reference: string): Promise<string> {
  expectSuccess(
    await site.post("/data/table:create", { reference, columns: [{ name: "n", type: "INT64" }] }),
  );
  return reference;
}

const namespaces = (site: Site): string => `/iceberg/v1/${site.lab.name}/namespaces`;

export const icebergRules: readonly Rule[] = [
  operationRule(
    "getIcebergConfig",
    ICEBERG,
    CONFIG,
    "the warehouse is the prefix of all paths",
    async (site) => {
      const { name } = site.lab;
      const config = expectSuccess(await site.region("GET", `/iceberg/v1/config?warehouse=${name}`));
      expect(config).toMatchObject({
        defaults: { "header.X-Iceberg-Access-Delegation": "vended-credentials" },
        overrides: { prefix: name },
      });
      expect(config.defaults["s3.region"]).toBeTruthy();
      expect(config.endpoints).toContain("GET /v1/{prefix}/namespaces/{namespace}/tables/{table}");
      expect(config.endpoints.filter((one: string) => !/^(GET|HEAD) /.test(one))).toEqual([]);
    },
  ),
  operationRule(
    "exchangeIcebergToken",
    ICEBERG,
    TOKENS,
    "a token is exchanged for itself, and anything else is refused as OAuth 2.0 does",
    async (site) => {
      const { token } = site.lab;
      const exchange = (form: Record<string, string>, headers: Record<string, string> = {}) =>
        site.region("POST", "/iceberg/v1/oauth/tokens", {
          token: null,
          body: new URLSearchParams(form).toString(),
          headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
        });
      const credentials = { grant_type: "client_credentials" };
      const given = await exchange({
        ...credentials,
        client_id: "any",
        client_secret: token,
        scope: "catalog",
      });
      expect(given).toMatchObject({ status: 200, body: { access_token: token, token_type: "bearer" } });
      expect(given.body.expires_in).toBeGreaterThan(0);
      const basic = Buffer.from(`any:${token}`).toString("base64");
      expect((await exchange(credentials, { authorization: `Basic ${basic}` })).body.access_token).toBe(
        token,
      );
      const encoded = Buffer.from(`any:${token.replaceAll(".", "%2E")}`).toString("base64");
      const empty = { ...credentials, client_id: "", client_secret: "" };
      expect((await exchange(empty, { authorization: `Basic ${encoded}` })).body.access_token).toBe(token);
      const subject = "urn:ietf:params:oauth:grant-type:token-exchange";
      expect((await exchange({ grant_type: subject, subject_token: token })).body.access_token).toBe(token);
      expect(await exchange({ ...credentials, client_secret: `${token}x` })).toMatchObject({
        status: 401,
        body: { error: "invalid_client", code: "token_invalid" },
      });
      expect(await exchange({ grant_type: "password" })).toMatchObject({
        status: 400,
        body: {
          error: "unsupported_grant_type",
          error_description: expect.stringContaining("client_credentials"),
        },
      });
      expect(await exchange(credentials)).toMatchObject({ status: 400, body: { error: "invalid_request" } });
      expect(await exchange({ ...credentials, client_secret: "x".repeat(40_000) })).toMatchObject({
        status: 400,
        body: { error: "invalid_request" },
      });
    },
  ),
  operationRule("listIcebergNamespaces", ICEBERG, NAMESPACES, "the namespaces are listed", async (site) => {
    expect(expectSuccess(await site.region("GET", namespaces(site))).namespaces).toEqual([["main"]]);
    const inner = await site.region("GET", `${namespaces(site)}?parent=main`);
    expect(expectSuccess(inner).namespaces).toEqual([]);
    const unknown = await site.region("GET", `${namespaces(site)}?parent=other`);
    expect(unknown).toMatchObject({ status: 404, body: { code: "namespace_not_found" } });
    expect(unknown.body.error).toMatchObject({ type: "NoSuchNamespaceException", code: 404 });
  }),
  operationRule("getIcebergNamespace", ICEBERG, NAMESPACES, "a namespace exists or not", async (site) => {
    const main = await site.region("GET", `${namespaces(site)}/main`);
    expect(expectSuccess(main)).toEqual({ namespace: ["main"], properties: {} });
    const other = await site.region("GET", `${namespaces(site)}/other`);
    expect(other).toMatchObject({ status: 404, body: { code: "namespace_not_found", error: { code: 404 } } });
    expect(other.body.error).toMatchObject({ type: "NoSuchNamespaceException", code: 404 });
  }),
  operationRule(
    "listIcebergTables",
    ICEBERG,
    TABLES,
    "tables are listed, and views are not",
    async (site) => {
      await newTable(site, "iceberg_listed");
      expectSuccess(
        await site.post("/data/table:create", {
          kind: "VIEW",
          reference: "iceberg_view",
          query: "SELECT 1 AS n",
        }),
      );
      const { identifiers } = expectSuccess(await site.region("GET", `${namespaces(site)}/main/tables`));
      expect(identifiers).toContainEqual({ namespace: ["main"], name: "iceberg_listed" });
      expect(identifiers).not.toContainEqual({ namespace: ["main"], name: "iceberg_view" });
      const view = await site.region("GET", `${namespaces(site)}/main/tables/iceberg_view`);
      expect(view).toMatchObject({ status: 404, body: { code: "table_not_found", error: { code: 404 } } });
    },
  ),
  operationRule(
    "loadIcebergTable",
    ICEBERG,
    LOAD,
    "versions are snapshots, and tags are refs",
    async (site) => {
      const reference = await newTable(site, "iceberg_loaded");
      const { version_id } = expectSuccess(await site.get(`/data/table:get?reference=${reference}`));
      expectSuccess(await site.post("/data/version:tag", { version_id, name: "iceberg-tag" }));
      const columns = [
        { name: "m", type: "STRING" },
        { name: "n", type: "INT64" },
      ];
      const updated = await site.post(`/data/table:update?reference=${reference}`, { columns });
      const latest = expectSuccess(updated).version_id;
      const table = `${namespaces(site)}/main/tables/${reference}`;
      // A client can check whether a table exists without reading its metadata or receiving credentials.
      expect((await site.region("HEAD", table)).status).toBe(204);
      expect((await site.region("HEAD", `${table}_other`)).status).toBe(404);
      const { metadata, config } = expectSuccess(await site.region("GET", table));
      expect(metadata.snapshots.map((one: Record<string, unknown>) => one["snapshot-id"])).toEqual([
        Number(version_id),
        Number(latest),
      ]);
      expect(metadata.refs).toMatchObject({
        main: { "snapshot-id": Number(latest), type: "branch" },
        "iceberg-tag": { "snapshot-id": Number(version_id), type: "tag" },
      });
      expect(metadata.schemas.at(-1).fields).toMatchObject([
        { id: 2, name: "m", type: "string" },
        { id: 1, name: "n", type: "long" },
      ]);
      expect(config["s3.session-token"]).toBeTruthy();
      expectSuccess(await site.post(`/data/table:update?reference=${reference}`, { description: "Later" }));
      const few = expectSuccess(await site.region("GET", `${table}?snapshots=refs`));
      expect(few.metadata.snapshots).toHaveLength(2);
    },
  ),
  operationRule(
    "getIcebergCredentials",
    ICEBERG,
    CREDENTIALS,
    "new credentials can be fetched",
    async (site) => {
      const reference = await newTable(site, "iceberg_opened");
      const path = `${namespaces(site)}/main/tables/${reference}/credentials`;
      const answer = expectSuccess(await site.region("GET", path));
      expect(answer["storage-credentials"]).toEqual([
        {
          prefix: expect.stringMatching(/^s3:\/\/[^/]+\/ws\/[0-9]+\/$/),
          config: expect.objectContaining({ "s3.access-key-id": expect.any(String) }),
        },
      ]);
      const expires = Number(answer["storage-credentials"][0].config["s3.session-token-expires-at-ms"]);
      expect(expires).toBeGreaterThan(Date.now());
    },
  ),
  rule(ICEBERG, ERRORS, "errors and writes are refused in Iceberg's form", async (site) => {
    const missing = await site.region("GET", `${namespaces(site)}/main/tables/nowhere`);
    expect(missing).toMatchObject({ status: 404, body: { code: "table_not_found", error: { code: 404 } } });
    expect(missing.body.error).toMatchObject({ type: "NoSuchTableException", code: 404 });
    const denied = await site.region("GET", namespaces(site), { token: null });
    expect(denied.body.error).toMatchObject({ type: "NotAuthorizedException", code: 401 });
    const written = await site.region("POST", `${namespaces(site)}/main/tables`, { body: { name: "x" } });
    expect(written).toMatchObject({ status: 405, body: { code: "method_not_allowed" } });
    expect(written.body.error).toMatchObject({ type: "UnsupportedOperationException", code: 405 });
    const nowhere = await site.region("GET", `${namespaces(site)}/main/views`);
    expect(nowhere).toMatchObject({ status: 404, body: { code: "path_not_found", error: { code: 404 } } });
  }),
];
