import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { uploadFile } from "#functions/loads/uploadFile.ts";
import { uploadWorkspaceImportFile } from "#functions/transfers/importOperations.ts";
import { parseConfig } from "#infra/config.ts";
import { functionEnvironment } from "#infra/constructs/functionEnvironment.ts";
import { serveUploads } from "#shared/http/gateway/serveUploads.ts";
import { exampleContext } from "#test/infra/stacks/synthesized.ts";

const { needs, audience } = uploadFile.contract;
const environment = {
  ...functionEnvironment(parseConfig(exampleContext()), "uploadFile", { location: "EU", needs, audience }),
  AWS_LAMBDA_HTTP_ENDPOINT: "127.0.0.1:0",
  // Secrets that the server would read.
  SECRETS: "{}",
  IDP_API_KEY: "a key",
  ORIGIN_SECRET: "a secret of the edge",
};

describe("the upload server", () => {
  let server: Server | undefined;

  afterEach(() => {
    server?.close();
  });

  async function upload(
    headers: Record<string, string>,
    path = "data/load:uploadFile?id=1",
    more: Record<string, string> = {},
  ) {
    server = await serveUploads([uploadFile, uploadWorkspaceImportFile], { ...environment, ...more });
    if (!server.listening) await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const body = new FormData();
    body.set("file", new Blob(["a,b\n1,2\n"]), "a.csv");
    const url = `http://127.0.0.1:${port}/v2/workspace/lab/${path}`;
    const response = await fetch(url, { method: "POST", headers, body });
    return { status: response.status, body: (await response.json()) as Record<string, string> };
  }

  it.each([{}, { "x-api-key": "" }, { "x-api-key": "another secret" }])(
    "the upload server rejects requests that did not come through the edge: %j",
    async (headers) => {
      const { status, body } = await upload(headers as Record<string, string>);
      expect(status).toBe(403);
      expect(body).toMatchObject({ code: "not_public", error_id: expect.any(String) });
    },
  );

  it("the upload server checks tokens like every operation", async () => {
    for (const path of ["data/load:uploadFile?id=1", "workspace:uploadImportFile?id=1"]) {
      const { status, body } = await upload({ "x-api-key": "a secret of the edge-eu" }, path);
      expect(status).toBe(401);
      expect(body.error_id).toMatch(/^[0-9a-f-]{36}$/);
      server?.close();
    }
  });

  it("the former secret is accepted during a rotation", async () => {
    const { status } = await upload({ "x-api-key": "a former secret-eu" }, undefined, {
      FORMER_ORIGIN_SECRET: "a former secret",
    });
    expect(status).toBe(401);
  });

  it("the upload server serves nothing else", async () => {
    const { status, body } = await upload({ "x-api-key": "a secret of the edge-eu" }, "project:list");
    expect(status).toBe(404);
    expect(body.detail).toContain("Only file uploads");
  });

  it("the upload server does not start without an address or a secret", async () => {
    await expect(
      serveUploads([uploadFile, uploadWorkspaceImportFile], { ...environment, ORIGIN_SECRET: undefined }),
    ).rejects.toThrow("ORIGIN_SECRET");
    const lost = { ...environment, AWS_LAMBDA_HTTP_ENDPOINT: undefined };
    await expect(serveUploads([uploadFile, uploadWorkspaceImportFile], lost)).rejects.toThrow(
      "UPLOADS_ENDPOINT",
    );
  });
});
