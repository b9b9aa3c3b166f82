import { execFile } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { layNativePackages } from "#build/nativePackages.ts";
import { operations } from "#functions/operations.ts";
import { steps } from "#functions/steps.ts";
import {
  type Bundle,
  bundle,
  CANARY,
  MAX_OPERATION_BYTES,
  type ScriptBundle,
  UPLOADS,
} from "#infra/bundle.ts";
import { parseConfig } from "#infra/config.ts";
import { functionEnvironment } from "#infra/constructs/functionEnvironment.ts";
import type { Access } from "#infra/constructs/permissions/grants.ts";
import { documentationBundles } from "#infra/documentationBundles.ts";
import type { Operation } from "#shared/http/operations/operation.ts";
import type { Step } from "#shared/http/operations/step.ts";
import { expectSitesFitted } from "#test/shared/science/sampler/expectSitesFitted.ts";
import { startServer } from "#test/support/localServer.ts";
import type { SharedTasks } from "../../../shared/science/linearAlgebra/blockTask.ts";
import { startWorker } from "../../../shared/science/startWorker.ts";
import { exampleContext } from "./synthesized.ts";

const run = promisify(execFile);
const config = parseConfig(exampleContext());

/** The environment of a function without its secrets, which these processes do not need. */
function deployedEnvironment(name: string, access: Access): Record<string, string> {
  return { ...functionEnvironment(config, name, access), SECRETS: "{}" };
}

describe("the bundles", () => {
  let directory: string;
  let scripts: Record<string, ScriptBundle>;
  let bundles: Record<string, Bundle>;

  beforeAll(async () => {
    // Outside of the project, so that functions find only their own files.
    directory = mkdtempSync(join(tmpdir(), "bundles-"));
    scripts = await bundle(directory);
    bundles = { ...scripts, ...(await documentationBundles(directory, config)) };
  });

  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  it("there is one bundle for each operation, each step, the uploads and the canary", () => {
    const documentation = ["getOpenApi", "getDocs", "getDocsScript"];
    const expected = [...Object.keys(operations), ...Object.keys(steps), UPLOADS, CANARY, ...documentation];
    expect(Object.keys(bundles).sort()).toEqual(expected.sort());
    for (const [name, { directory: bundleFolder }] of Object.entries(bundles)) {
      expect(existsSync(join(bundleFolder, "index.mjs")), name).toBe(true);
      expect(existsSync(join(bundleFolder, "index.mjs.map")), name).toBe(!documentation.includes(name));
    }
  });

  it("every operation is within the size budget", () => {
    const names = Object.keys(operations);
    expect(names.length).toBeGreaterThan(50);
    for (const name of names) expect(bundles[name]?.size, name).toBeLessThanOrEqual(MAX_OPERATION_BYTES);
  });

  it("nearly all bytes of a bundle are attributed to a package", () => {
    for (const [name, { parts, size }] of Object.entries(scripts)) {
      const known = Object.values(parts).reduce((sum, bytes) => sum + bytes, 0);
      expect(known / size, name).toBeGreaterThan(0.97);
      expect(known / size, name).toBeLessThanOrEqual(1);
      expect(parts, name).toHaveProperty(name === CANARY ? "infra/canary" : "shared/http");
    }
    expect(scripts.createTable?.parts).toHaveProperty("@duckdb/node-api");
  });

  it("Athena's client is bundled for queries, not for view columns", () => {
    expect(scripts.runQuery?.parts).toHaveProperty("@aws-sdk/client-athena");
    for (const name of ["createTable", "previewUndo"]) {
      expect(scripts[name]?.parts, name).not.toHaveProperty("@aws-sdk/client-athena");
    }
  });

  it("DuckDB is bundled if and only if the contract says so", () => {
    const contracts = { ...operations, ...steps } as Record<string, Operation | Step>;
    const withSql = Object.keys(contracts).filter((name) =>
      contracts[name]?.contract.needs.some((need) => need === "sql" || need === "duckdb"),
    );
    const withDuckdb = Object.keys(bundles).filter((name) =>
      existsSync(join(bundles[name]?.directory ?? "", "node_modules/@duckdb")),
    );
    expect(withDuckdb.sort()).toEqual(withSql.sort());
    for (const name of withDuckdb) {
      const binding = join(bundles[name]?.directory ?? "", "node_modules/@duckdb/node-bindings-linux-x64");
      expect(readdirSync(binding)).toContain("duckdb.node");
    }
  });

  it("worker thread scripts are bundled if and only if they are started", () => {
    const holding = (text: string): string[] =>
      Object.keys(bundles).filter((name) =>
        readFileSync(join(bundles[name]?.directory ?? "", "index.mjs"), "utf8").includes(text),
      );
    const withWorkers = Object.keys(bundles).filter((name) =>
      readdirSync(bundles[name]?.directory ?? "").some((file) => file.endsWith(".worker.mjs")),
    );
    expect(withWorkers.sort()).toEqual(["prepareTask", "runTask"]);
    expect(holding(".worker$").sort()).toEqual(withWorkers);
  });

  it("the task bundle runs worker threads", async () => {
    const module = pathToFileURL(join(bundles.runTask?.directory ?? "", "index.mjs")).href;
    const shared = (length: number): Float64Array => new Float64Array(new SharedArrayBuffer(8 * length));
    const block = { offset: 0, rowStep: 1, columnStep: 1, rows: 1, columns: 1 };
    const [c, a] = [shared(1), shared(1).fill(3)];
    const call: SharedTasks = {
      tasks: [
        {
          operation: "addProduct",
          arguments: [{ ...block, data: c }, { ...block, data: a }, { ...block, data: a }, 2],
        },
      ],
      counters: new Int32Array(new SharedArrayBuffer(12)),
    };
    const calls = new Int32Array(new SharedArrayBuffer(4));
    const worker = startWorker("block", module, calls);
    await once(worker, "message");
    worker.postMessage(call);
    Atomics.store(calls, 0, -1);
    Atomics.notify(calls, 0);
    expect(await once(worker, "exit")).toEqual([0]);
    expect([c[0], ...call.counters]).toEqual([18, 2, 1, 0]);

    await expectSitesFitted(module);
  });

  it("bundles, including their packages, are within Lambda's limit", () => {
    for (const [name, { directory: bundleFolder }] of Object.entries(bundles)) {
      const files = readdirSync(bundleFolder, { recursive: true, withFileTypes: true }).filter((file) =>
        file.isFile(),
      );
      const size = files.reduce((sum, file) => sum + statSync(join(file.parentPath, file.name)).size, 0);
      expect(size, name).toBeLessThan(200 * 1024 * 1024);
    }
  });

  it("bundles contain no paths from the build machine", () => {
    for (const [name, { directory: bundleFolder }] of Object.entries(bundles)) {
      for (const script of readdirSync(bundleFolder).filter((file) => file.endsWith(".mjs"))) {
        expect(readFileSync(join(bundleFolder, script), "utf8"), `${name}/${script}`).not.toContain(
          process.cwd(),
        );
      }
    }
  });

  it("the error names the missing package", async () => {
    expect(() => layNativePackages(join(directory, "none"), ["lz4-napi"])).not.toThrow();
    const elsewhere = mkdtempSync(join(tmpdir(), "native-"));
    const script = join(elsewhere, "nativePackages.ts");
    writeFileSync(script, readFileSync("build/nativePackages.ts"));
    const code = `import { layNativePackages } from ${JSON.stringify(script)}; layNativePackages("x", ["@duckdb/node-bindings"]);`;
    const options = ["--input-type=module", "-e", code];
    await expect(run(process.execPath, options, { cwd: elsewhere })).rejects.toMatchObject({
      stderr: expect.stringContaining("npm install --os=linux --cpu=x64 --libc=glibc"),
    });
    rmSync(elsewhere, { recursive: true });
  });

  /** Runs a bundle's handler in a separate process with its deployed environment. */
  async function invoke(name: string, event: object): Promise<{ statusCode: number; body: string }> {
    const location =
      name in operations && operationNamed(name).contract.audience === "member" ? "EU" : "platform";
    const { needs, audience } = operationNamed(name).contract;
    const script = `
      const { handler } = await import(${JSON.stringify(join(bundles[name]?.directory ?? "", "index.mjs"))});
      process.stdout.write("\\n" + JSON.stringify(await handler(${JSON.stringify(event)})));`;
    const env = deployedEnvironment(name, { location, needs, audience });
    const { stdout } = await run(process.execPath, ["--input-type=module", "-e", script], { env, cwd: "/" });
    return JSON.parse(stdout.slice(stdout.lastIndexOf("\n")));
  }

  function operationNamed(name: string): Operation {
    const operation = (operations as Record<string, Operation>)[name];
    if (!operation) throw new Error(`There is no operation ${name}`);
    return operation;
  }

  function event(httpMethod: string, path: string): object {
    const request = {
      queryStringParameters: null,
      pathParameters: { workspace: "lab" },
      headers: {},
      body: null,
    };
    return {
      ...request,
      httpMethod,
      path,
      isBase64Encoded: false,
      requestContext: { requestId: "request-17" },
    };
  }

  it("importing a bundle does not initialize fetch", async () => {
    /**
     * Returns the first of the given modules that initializes fetch, if any; they are imported into one process one after
     * another.
     */
    const startedBy = async (modules: string[]): Promise<string> => {
      const code = `
        globalThis.awslambda = { streamifyResponse: (handler) => handler };
        for (const module of ${JSON.stringify(modules)}) {
          await import(module);
          if (!process.moduleLoadList.join().includes("undici")) continue;
          console.log(module);
          break;
        }`;
      const options = ["--input-type=module", "-e", code];
      const { stdout } = await run(process.execPath, options, { env: {}, cwd: "/" });
      return stdout.trim();
    };
    // The upload server starts when it is imported.
    const modules = Object.entries(bundles).filter(([name]) => name !== UPLOADS);
    const files = modules.map(([, { directory: bundleFolder }]) => join(bundleFolder, "index.mjs"));
    expect(await startedBy(files)).toBe("");
    expect(await startedBy(["node:http"])).toBe("node:http");
  });

  it("a deployed bundle passes the gateway's request id to errors", async () => {
    const reply = await invoke("raiseError", event("GET", "/500"));
    expect(reply.statusCode).toBe(500);
    expect(JSON.parse(reply.body)).toMatchObject({ code: "internal_error", error_id: "request-17" });
  });

  it.each(["getProject", "createTable", "createEngineer"])(
    "the bundle of %s denies access without a token",
    async (name) => {
      const { method, path } = operationNamed(name).contract;
      const reply = await invoke(name, event(method, path));
      expect(reply.statusCode).toBe(401);
      expect(JSON.parse(reply.body)).toMatchObject({ error_id: "request-17" });
    },
  );

  it("a bundle streams SQL results through Lambda's runtime with its packaged engine", async () => {
    const { directory: bundleFolder } = bundles.runQuery ?? { directory: "" };
    const script = `
      const sent = [];
      globalThis.awslambda = {
        streamifyResponse: (handler) => handler,
        HttpResponseStream: { from: (stream, head) => (sent.push(head), stream) },
      };
      const { PassThrough } = await import("node:stream");
      const { handler } = await import(${JSON.stringify(join(bundleFolder, "index.mjs"))});
      const stream = new PassThrough();
      const body = stream.toArray();
      await handler(${JSON.stringify(event("POST", "/v2/workspace/lab/data:query"))}, stream, {});
      process.stdout.write("\\n" + JSON.stringify({ ...sent[0], body: String(Buffer.concat(await body)) }));`;
    const { needs, audience } = operationNamed("runQuery").contract;
    const env = deployedEnvironment("runQuery", { location: "EU", needs, audience });
    const { stdout } = await run(process.execPath, ["--input-type=module", "-e", script], { env, cwd: "/" });
    const reply = JSON.parse(stdout.slice(stdout.lastIndexOf("\n")));
    expect(reply.statusCode).toBe(401);
    expect(JSON.parse(reply.body)).toMatchObject({ error_id: "request-17" });
  });

  it.each([
    ["the environment", { AWS_ACCESS_KEY_ID: "given", AWS_SECRET_ACCESS_KEY: "secret" }, 0],
    ["the container", {}, 1],
  ])("bundles sign their calls with the credentials of %s", async (_, credentials, handedOut) => {
    const keys: string[] = [];
    let requests = 0;
    const { url, close } = await startServer((request, response) => {
      const isHandout = request.url === "/credentials";
      if (isHandout) requests += 1;
      else keys.push(/Credential=(\w+)\//.exec(request.headers.authorization ?? "")?.[1] ?? "none");
      const expires = new Date(Date.now() + 3_600_000).toISOString();
      const handout = { AccessKeyId: "given", SecretAccessKey: "secret", Token: "t", Expiration: expires };
      response.end(JSON.stringify(isHandout ? handout : { Items: [], Count: 0, ScannedCount: 0 }));
    });
    const { needs } = steps.sweepLoads.contract;
    const env = {
      ...deployedEnvironment("sweepLoads", { location: "EU", needs, audience: "sweep" }),
      ...credentials,
      AWS_CONTAINER_CREDENTIALS_FULL_URI: `${url}/credentials`,
      AWS_ENDPOINT_URL_DYNAMODB: url,
    };
    const script = `
      const { handler } = await import(${JSON.stringify(join(bundles.sweepLoads?.directory ?? "", "index.mjs"))});
      await handler({});
      console.log(JSON.stringify(await handler({})));`;
    const { stdout } = await run(process.execPath, ["--input-type=module", "-e", script], { env, cwd: "/" });
    await close();
    expect(JSON.parse(stdout)).toEqual({ restarted: 0 });
    expect(new Set(keys)).toEqual(new Set(["given"]));
    expect(requests).toBe(handedOut);
  });

  it("the documentation is served unchanged", async () => {
    const read = async (name: string): Promise<{ statusCode: number; body: string }> => {
      const { directory: bundleFolder } = bundles[name] ?? { directory: "" };
      return (await import(join(bundleFolder, "index.mjs"))).handler();
    };
    expect(JSON.parse((await read("getOpenApi")).body)).toMatchObject({ openapi: "3.1.0" });
    expect((await read("getDocs")).body).toContain("<openapi-explorer");
    const script = await read("getDocsScript");
    expect(script.statusCode).toBe(200);
    expect(Buffer.byteLength(JSON.stringify(script))).toBeLessThan(6 * 1024 * 1024);
  });
});
