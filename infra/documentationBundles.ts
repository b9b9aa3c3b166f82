import { join } from "node:path";
import { text } from "node:stream/consumers";
import { documentation } from "#functions/documentation.ts";
import type { Operation } from "#shared/http/operations/operation.ts";
import { settingsFrom } from "#shared/runtime/environment.ts";
import { type Bundle, bundleOfFiles } from "./bundle.ts";
import type { Config } from "./config.ts";
import { locationsEnvironment } from "./constructs/functionEnvironment.ts";

/**
 * Builds the documentation functions, which would otherwise bundle the code of all operations. Their responses are the same
 * for all callers, so they are computed at build time.
 */
export async function documentationBundles(
  directory: string,
  config: Config,
): Promise<Record<string, Bundle>> {
  const settings = settingsFrom(locationsEnvironment(config));
  const bundles: Record<string, Bundle> = {};
  for (const [name, operation] of Object.entries(documentation as Record<string, Operation>)) {
    const { statusCode, headers, body } = await operation.handle({
      httpMethod: operation.contract.method,
      path: operation.contract.path,
      headers: {},
      queryStringParameters: null,
      repeatedParameters: [],
      pathParameters: null,
      body: null,
      isBase64Encoded: false,
      requestId: name,
      clientAddress: null,
      settings,
      signal: new AbortController().signal,
    });
    if (statusCode !== 200) throw new Error(`${name} failed with status ${statusCode}: ${body}`);
    const whole = typeof body === "string" ? body : await text(body);
    // The gateway sets Content-Length.
    const { "content-length": _, ...kept } = headers;
    bundles[name] = bundleOfFiles(join(directory, name), {
      "answer.json": JSON.stringify({ statusCode, headers: kept, body: whole }),
      "index.mjs": HANDLER,
    });
  }
  return bundles;
}

const HANDLER = `import answer from "./answer.json" with { type: "json" };
export const handler = async () => answer;
`;
