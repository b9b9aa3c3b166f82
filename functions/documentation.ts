import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { MARK_URI } from "#shared/domain/brand.ts";
import { escapeMarkup } from "#shared/http/escapeMarkup.ts";
import { openApiDocument, type ServerAddresses } from "#shared/http/openapi/openapi.ts";
import { type Operation, operation } from "#shared/http/operations/operation.ts";
import { staticReply } from "#shared/http/staticReply.ts";
import { DOCS_ANCHORS } from "./docsAnchors.ts";
import { DOCS_COLORS, DOCS_SCHEME } from "./docsColors.ts";
import { operations } from "./operations.ts";

const FONT = "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2";

const SCRIPT = DOCS_SCHEME + DOCS_ANCHORS;
/** Hash by which the page's content security policy allows its inline script. */
const SCRIPT_HASH = createHash("sha256").update(SCRIPT).digest("base64");

/** Returns a color of the page's style, which follows the reader's color scheme. */
function color(name: keyof typeof DOCS_COLORS.light): string {
  return `light-dark(${DOCS_COLORS.light[name]}, ${DOCS_COLORS.dark[name]})`;
}

/** Documentation page, in the console's colors and font. */
async function docsPage(productName: string): Promise<Uint8Array> {
  const product = escapeMarkup(productName);
  const font = await readFile(createRequire(import.meta.url).resolve(FONT));
  return Buffer.from(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API · ${product}</title>
<link rel="icon" href="${MARK_URI}">
<script type="module" src="/docs/explorer.js"></script>
<style>
@font-face { font-family: "Inter Variable"; font-weight: 100 900; src: url("data:font/woff2;base64,${font.toString("base64")}") format("woff2") }
:root { color-scheme: light dark }
body { margin: 0; display: flex; flex-direction: column; height: 100vh; font: 14px/1.5 "Inter Variable", system-ui, sans-serif; color: ${color("text")}; background: ${color("surface")} }
body > header { display: flex; gap: 8px; align-items: center; padding: 12px 16px; font-weight: 600; border-bottom: 1px solid ${color("line")} }
openapi-explorer { flex: 1; min-height: 0 }
[role=status] { color: ${color("warn")}; background: ${color("warnWeak")} }
[role=status]:not(:empty) { padding: 12px 24px }
</style>
</head>
<body>
<header><img src="${MARK_URI}" width="24" height="24" alt="">${product}<span>API</span></header>
<div role="status"></div>
<openapi-explorer spec-url="/openapi.json" hide-server-selection hide-console regular-font="Inter Variable, system-ui, sans-serif"></openapi-explorer>
<script>${SCRIPT}</script>
</body>
</html>
`);
}

const getOpenApi = operation(
  {
    summary: "OpenAPI document of this service",
    method: "GET",
    path: "/openapi.json",
    tag: "Documentation",
    audience: "open",
    alsoRegional: true,
    needs: [],
    response: {
      contentType: "application/json",
      description: "The document, in OpenAPI 3.1",
      example: { openapi: "3.1.0" },
    },
    transport: "stream",
  },
  async ({ settings: { platformUrl, regions }, headers }) =>
    staticReply(
      documentAt({ platform: platformUrl, EU: regions.EU.apiUrl, US: regions.US.apiUrl }),
      {
        "content-type": "application/json; charset=utf-8",
        "cache-control": "no-cache",
        "x-content-type-options": "nosniff",
      },
      headers["if-none-match"],
    ),
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
  async ({ settings: { productName }, headers }) =>
    staticReply(
      await pageOf(productName),
      {
        "content-type": "text/html; charset=utf-8",
        "cache-control": "no-cache",
        "content-security-policy": `default-src 'none'; script-src 'self' 'sha256-${SCRIPT_HASH}'; style-src 'unsafe-inline'; connect-src 'self'; img-src 'self' data:; font-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
        "x-content-type-options": "nosniff",
      },
      headers["if-none-match"],
    ),
);

const getDocsScript = operation(
  {
    summary: "Script of the documentation page",
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
  async ({ headers }) =>
    staticReply(
      await explorerScript(),
      {
        "content-type": "text/javascript; charset=utf-8",
        "cache-control": "public, max-age=3600",
        "x-content-type-options": "nosniff",
      },
      headers["if-none-match"],
    ),
);

/** Operations that return the documentation; they cannot be in the table that they read. */
export const documentation = { getOpenApi, getDocs, getDocsScript } satisfies Record<string, Operation>;

const pages = new Map<string, Promise<Uint8Array>>();

/** Returns the page's bytes, built once per name. After a failure, the next call tries again. */
function pageOf(productName: string): Promise<Uint8Array> {
  const known = pages.get(productName);
  if (known) return known;
  const page = docsPage(productName);
  pages.set(productName, page);
  page.catch(() => pages.delete(productName));
  return page;
}

const documents = new Map<string, Uint8Array>();

/** Returns the document's bytes, built only once because building them takes a tenth of a second and the operation is public. */
function documentAt(addresses: ServerAddresses): Uint8Array {
  const key = JSON.stringify(addresses);
  const known = documents.get(key);
  if (known) return known;
  const document = Buffer.from(JSON.stringify(openApiDocument(allOperations(), addresses)));
  documents.set(key, document);
  return document;
}

function allOperations(): Record<string, Operation> {
  return { ...operations, ...documentation };
}

let script: Promise<Uint8Array> | undefined;

/** Returns the script, read once. After a failed read, the next call tries again. */
function explorerScript(): Promise<Uint8Array> {
  if (script) return script;
  const path = createRequire(import.meta.url).resolve(
    "openapi-explorer/dist/browser/openapi-explorer.min.js",
  );
  const reading = readFile(path);
  script = reading;
  reading.catch(() => {
    script = undefined;
  });
  return reading;
}
