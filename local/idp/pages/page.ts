import { createHash } from "node:crypto";
import type { ServerResponse } from "node:http";
import { escapeMarkup } from "#local/escapeMarkup.ts";

const STYLE = `
:root { color-scheme: light dark; --text: #1c2733; --muted: #51606f; --ground: #f3f5f7; --card: #fff; --line: #8796a5;
  --action: #0b5cad; --on-action: #fff; }
@media (prefers-color-scheme: dark) { :root { --text: #e8edf2; --muted: #a9b6c3; --ground: #12181f; --card: #1c252e;
  --line: #6b7c8c; --action: #7db8f5; --on-action: #0d1b2a; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1rem; background: var(--ground);
  color: var(--text); font: 1rem/1.5 system-ui, sans-serif; }
main { width: 100%; max-width: 26rem; padding: 2rem; background: var(--card); border: 1px solid var(--line);
  border-radius: .75rem; }
h1 { margin: 0 0 1rem; font-size: 1.375rem; line-height: 1.25; }
p { margin: 0 0 1rem; }
main > :last-child, form > :last-child { margin-bottom: 0; }
.code { font: 600 1.75rem/1.25 ui-monospace, monospace; letter-spacing: .08em; text-align: center; }
.hint { color: var(--muted); font-size: .875rem; }
label { display: block; margin-bottom: .25rem; font-weight: 600; }
input, select { width: 100%; margin-bottom: 1rem; padding: .5rem .75rem; font: inherit; color: inherit;
  background: transparent; border: 1px solid var(--line); border-radius: .375rem; }
option { color: #1c2733; background: #fff; }
.actions { display: flex; gap: .75rem; }
button { flex: 1; min-height: 2.75rem; padding: .5rem 1rem; font: inherit; font-weight: 600; cursor: pointer;
  color: var(--on-action); background: var(--action); border: 1px solid var(--action); border-radius: .375rem; }
button.secondary { color: var(--action); background: transparent; }
a { color: var(--action); }
:focus-visible { outline: 3px solid var(--action); outline-offset: 2px; }
`;

/** Headers of a page whose forms may lead to this provider and the origin `formTarget`. */
const headersOf = (formTarget = "") => ({
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "referrer-policy": "same-origin",
  "content-security-policy": [
    "default-src 'none'",
    "img-src data:",
    `style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`,
    `form-action 'self' ${formTarget}`.trim(),
    "base-uri 'none'",
    // Prevents clickjacking.
    "frame-ancestors 'none'",
  ].join("; "),
});

interface PageOptions {
  status?: number;
  /** Origin that a response to the page's form redirects to. */
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

  send(outgoing: ServerResponse): void {
    const { status = 200, formTarget, headers } = this.#options;
    outgoing.writeHead(status, { ...headersOf(formTarget), ...headers });
    outgoing.end(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${this.#title}</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${this.#title}</h1>
${this.#content}
</main>
</body>
</html>
`);
  }
}
