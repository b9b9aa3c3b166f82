import { chmod, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Platform, startPlatform } from "#local/startPlatform.ts";
import { send } from "./signature/signedJson.ts";

let directory: string;
let platform: Platform;

/** Creates a directory that everyone may read, as earlier platform versions did. */
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "private-"));
  await chmod(directory, 0o755);
  platform = await startPlatform({ port: 0, dataDirectory: directory });
});

afterAll(async () => {
  await platform.close();
  await rm(directory, { recursive: true, force: true });
});

/** Permissions of a file or folder, as in `chmod`. */
async function modeOf(path: string): Promise<string> {
  return ((await stat(path)).mode & 0o777).toString(8);
}

describe.skipIf(process.platform === "win32")("the data directory", () => {
  test("a data folder that is open to other accounts is restricted to its owner", async () => {
    expect(await modeOf(directory)).toBe("700");
  });

  test("the data folder contains no file that others can read", async () => {
    const entries = await readdir(directory, { recursive: true, withFileTypes: true });
    const names = entries.map((entry) => join(entry.parentPath, entry.name));
    expect(names.length).toBeGreaterThan(8);
    const open: string[] = [];
    for (const [index, name] of names.entries()) {
      const wanted = entries[index]?.isDirectory() ? "700" : "600";
      if ((await modeOf(name)) !== wanted) open.push(`${name} ${await modeOf(name)}`);
    }
    expect(open).toEqual([]);
  });

  test("the data folder and missing parents are accessible only to the owner", async () => {
    const above = join(directory, "above");
    const own = await startPlatform({ port: 0, dataDirectory: join(above, "data") });
    await own.close();
    expect([await modeOf(above), await modeOf(join(above, "data"))]).toEqual(["700", "700"]);
  });
});

describe("the parts of a platform", () => {
  test.each(["dynamodb", "s3", "sfn"] as const)("an unsigned request to %s is rejected", async (part) => {
    const url = platform.settings.EU.endpoints[part] ?? "";
    const headers = {
      "x-amz-target": "DynamoDB_20120810.ListTables",
      "content-type": "application/x-amz-json-1.0",
    };
    expect((await send(url, headers, {})).status).toBe(403);
  });

  test("every platform has separate secrets for its parts", async () => {
    const { credentials, settings } = platform;
    const secrets = [credentials.accessKeyId, credentials.secretAccessKey, settings.EU.idp?.apiKey];
    for (const secret of secrets) expect(secret).toMatch(/^[0-9a-f]{32}$/);
    expect(new Set(secrets).size).toBe(3);
    const other = await startPlatform({ port: 0, dataDirectory: join(directory, "other") });
    expect(other.settings.EU.idp?.apiKey).not.toBe(settings.EU.idp?.apiKey);
    await other.close();
  });
});
