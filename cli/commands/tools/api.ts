import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import type { CliCommand } from "../../command.ts";
import { repeated } from "../../command.ts";
import { UsageError } from "../../errors.ts";
import { writeResult } from "../../output/writeResult.ts";

interface Options {
  field?: string[];
  input?: string;
  output?: string;
  paginate?: boolean;
}

type Send = (path: string, init: Record<string, unknown>) => Promise<{ data?: unknown }>;

/** Calls any API operation. */
export const api: CliCommand<Options> = {
  arguments: [
    ["<method>", "GET or POST"],
    ["<path>", "such as data/table:list (workspace) or /users/me (platform)"],
  ],
  options: [
    [
      "-F, --field <name=value>",
      "query parameter of a GET or body field of a POST; numbers, booleans, null and JSON keep their type",
      repeated,
    ],
    ["--input <file>", "file with the body of a POST; - for stdin"],
    ["--paginate", "fetch all pages of a list as one array"],
    ["-o, --output <file>", "write the response to a file"],
  ],
  notes: "Prints the response unchanged. For all operations, see /docs on the platform.",
  run: async (cli, options, method: string, path: string) => {
    const verb = method.toUpperCase();
    if (verb !== "GET" && verb !== "POST") throw new UsageError(`"${method}": operations are GET or POST.`);
    const isOfPlatform = path.startsWith("/");
    const caller = isOfPlatform ? await cli.platform() : await cli.workspace();
    const name = "name" in caller ? caller.name : "";
    const [plain = "", query = ""] = path.split("?", 2);
    const address = isOfPlatform ? plain : `/v2/workspace/${encodeURIComponent(name)}/${plain}`;
    const send = caller.raw[verb] as unknown as Send;
    const fields = fieldsOf(options.field);
    const inQuery = Object.fromEntries(new URLSearchParams(query));
    const body = verb === "POST" ? await bodyOf(options, fields) : undefined;
    const call = (more: Record<string, unknown>) =>
      send(address, {
        params: { query: { ...inQuery, ...(verb === "GET" && fields), ...more } },
        ...(body !== undefined && { body }),
        parseAs: "stream",
        signal: cli.signal,
      });
    if (options.paginate) {
      cli.print(`${JSON.stringify(await allPages(call), null, 2)}\n`);
      return;
    }
    const { data } = await call({});
    if (data) await writeResult(data as ReadableStream<Uint8Array>, "CSV", options.output);
    if (data && options.output === undefined && process.stdout.isTTY) cli.print("\n");
  },
};

async function allPages(call: (more: Record<string, unknown>) => Promise<{ data?: unknown }>) {
  const items: unknown[] = [];
  let cursor: unknown;
  do {
    const { data } = await call(cursor === undefined ? {} : { cursor });
    const page = JSON.parse(await text(data as ReadableStream<Uint8Array>));
    if (!Array.isArray(page.items)) throw new UsageError("This operation is not a list: omit --paginate.");
    items.push(...page.items);
    ({ cursor } = page);
  } while (cursor);
  return items;
}

async function bodyOf({ input }: Options, fields: Record<string, unknown>): Promise<unknown> {
  if (input === undefined) return Object.keys(fields).length > 0 ? fields : undefined;
  const content = input === "-" ? await text(process.stdin) : await readFile(input, "utf8");
  try {
    return { ...JSON.parse(content), ...fields };
  } catch {
    throw new UsageError(`--input ${input} is not JSON.`);
  }
}

/** Parses fields; a name such as `context.kind` refers to a nested field. */
function fieldsOf(texts: readonly string[] = []): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const text of texts) {
    const at = text.indexOf("=");
    if (at < 1) throw new UsageError(`-F "${text}": write -F name=value.`);
    const names = text.slice(0, at).split(".");
    const last = names.pop() ?? "";
    let parent = fields;
    for (const name of names) {
      if (typeof parent[name] !== "object" || parent[name] === null) parent[name] = {};
      parent = parent[name] as Record<string, unknown>;
    }
    parent[last] = readValue(text.slice(at + 1));
  }
  return fields;
}

function readValue(text: string): unknown {
  // IDs are strings because numbers beyond 2^53 would lose digits.
  if (/^\d{10,}$/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
