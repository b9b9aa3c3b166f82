import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import * as v from "valibot";
import { openApiDocument, type ServerAddresses } from "#shared/api/openapi.ts";
import { type Operation, operation } from "#shared/api/operation.ts";
import { operations } from "./operations.ts";

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Workspace data platform: API</title>
<script type="module" src="/docs/explorer.js"></script>
<style>body { margin: 0 } openapi-explorer { height: 100vh }</style>
</head>
<body>
<openapi-explorer spec-url="/openapi.json" hide-server-selection hide-console></openapi-explorer>
</body>
</html>
`;

const getOpenApi = operation(
  {
    summary: "The OpenAPI document of this service",
    method: "GET",
    path: "/openapi.json",
    tag: "Documentation",
    audience: "open",
    alsoRegional: true,
    needs: [],
    response: v.looseObject({}),
  },
  async ({ settings: { platformUrl, regions } }) =>
    documentAt({ platform: platformUrl, EU: regions.EU.apiUrl, US: regions.US.apiUrl }),
);

const getDocs = operation(
  {
    summary: "This documentation, as a page",
    method: "GET",
    path: "/docs",
    tag: "Documentation",
    audience: "open",
    alsoRegional: true,
    needs: [],
    response: { contentType: "text/html", description: "A page that renders /openapi.json" },
    transport: "stream",
  },
  async () => ({
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy":
        "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; connect-src 'self'; img-src 'self' data:; font-src data:; base-uri 'none'",
      "x-content-type-options": "nosniff",
    },
    body: once(Buffer.from(PAGE)),
  }),
);

const getDocsScript = operation(
  {
    summary: "The script of the documentation page",
    method: "GET",
    path: "/docs/explorer.js",
    tag: "Documentation",
    audience: "open",
    alsoRegional: true,
    needs: [],
    response: { contentType: "text/javascript", description: "The script of the page" },
    transport: "stream",
    internal: true,
  },
  async () => ({
    headers: {
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": "public, max-age=3600",
      "x-content-type-options": "nosniff",
    },
    body: once(await readFile(scriptPath())),
  }),
);

/** Operations that describe the others; they cannot be in the table that they read. */
export const documentation = { getOpenApi, getDocs, getDocsScript } satisfies Record<string, Operation>;

const documents = new Map<string, Record<string, unknown>>();

/** Returns the document, built once: that takes a tenth of a second, and the operation is public. */
function documentAt(addresses: ServerAddresses): Record<string, unknown> {
  const key = JSON.stringify(addresses);
  const document = documents.get(key) ?? openApiDocument(allOperations(), addresses);
  documents.set(key, document);
  return document;
}

function allOperations(): Record<string, Operation> {
  return { ...operations, ...documentation };
}

function scriptPath(): string {
  return createRequire(import.meta.url).resolve("openapi-explorer/dist/browser/openapi-explorer.min.js");
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
