import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { MARK_URI } from "#shared/domain/brand.ts";
import { escapeMarkup } from "#shared/http/escapeMarkup.ts";
import { FONT_PATH } from "./fontPage.ts";

/** Page style in the console's colors, sizes and fonts. */
const STYLE = `${readFileSync(new URL("../../../console/style/tokens.css", import.meta.url), "utf8")}
@font-face { font-family: "Inter Variable"; font-weight: 100 900; src: url("${FONT_PATH}") format("woff2"); }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; gap: 20px; place-content: center; justify-items: center; padding: 16px;
  background: var(--ground); color: var(--text); font: var(--weight-text) var(--size-m)/1.5 var(--sans); }
.brand { display: flex; gap: 8px; align-items: center; margin: 0; font-size: var(--size-l); font-weight: var(--weight-title); }
main { width: min(26rem, 100vw - 32px); padding: 24px; background: var(--surface); border: 1px solid var(--line);
  border-radius: var(--card-radius); }
h1 { margin: 0 0 16px; font-size: var(--size-xl); font-weight: var(--weight-title); line-height: 1.3; }
p { margin: 0 0 16px; }
main > :last-child, form > :last-child { margin-bottom: 0; }
.code { font: var(--weight-title) var(--size-2xl)/1.25 var(--mono); letter-spacing: .08em; text-align: center; }
.hint { color: var(--muted); font-size: var(--size-xs); }
label { display: block; margin-bottom: 4px; font-weight: var(--weight-label); }
input, select { width: 100%; min-height: 40px; margin-bottom: 16px; padding: 6px 12px; font: inherit; color: inherit;
  background: var(--surface); border: 1px solid var(--control); border-radius: var(--radius); }
option { color: var(--text); background: var(--surface); }
.actions { display: flex; gap: 12px; }
button { flex: 1; min-height: 40px; padding: 6px 16px; font: inherit; font-weight: var(--weight-label); cursor: pointer;
  color: var(--on-accent); background: var(--accent); border: 1px solid var(--accent); border-radius: var(--radius); }
button:hover { background: var(--accent-strong); border-color: var(--accent-strong); }
button.secondary { color: var(--accent); background: transparent; }
a { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
`;

/** Headers for a page with forms that may redirect to this provider and the origin `formTarget`. */
const headersOf = (formTarget = "") => ({
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "referrer-policy": "same-origin",
  "content-security-policy": [
    "default-src 'none'",
    "img-src data:",
    "font-src 'self'",
    `style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`,
    `form-action 'self' ${formTarget}`.trim(),
    "base-uri 'none'",
    // Prevents clickjacking.
    "frame-ancestors 'none'",
  ].join("; "),
});

interface PageOptions {
  status?: number;
  /** Origin to which a response to the page's form redirects. */
  formTarget?: string;
  headers?: Record<string, string>;
}

/** Page of the provider: plain HTML without scripts. */
export class Page {
  readonly #title: string;
  readonly #content: string;
  readonly #options: PageOptions;

  /** `title` is text, `content` is HTML. */
  constructor(title: string, content: string, options: PageOptions = {}) {
    this.#title = escapeMarkup(title);
    this.#content = content;
    this.#options = options;
  }

  send(outgoing: ServerResponse, productName: string): void {
    const product = escapeMarkup(productName);
    const { status = 200, formTarget, headers } = this.#options;
    outgoing.writeHead(status, { ...headersOf(formTarget), ...headers });
    outgoing.end(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${this.#title} · ${product}</title>
<link rel="icon" href="${MARK_URI}">
<style>${STYLE}</style>
</head>
<body>
<p class="brand"><img src="${MARK_URI}" width="28" height="28" alt="">${product}</p>
<main>
<h1>${this.#title}</h1>
${this.#content}
</main>
</body>
</html>
`);
  }
}
