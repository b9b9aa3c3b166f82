import { GetObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { type Lab, newLab, startCsvLoad } from "#test/support/lab.ts";
import { type OwnPlatform, startOwnPlatform } from "#test/support/ownPlatform.ts";

const ROWS = 300_000;
const MAX_ANSWER_BYTES = 1_500_000;

let own: OwnPlatform;
let lab: Lab;
let other: Lab;
let files: Record<"mine" | "theirs", string>;

beforeAll(async () => {
  own = await startOwnPlatform({ MAX_ANSWER_BYTES: String(MAX_ANSWER_BYTES) });
  [lab, other] = [await newLab(own.addresses), await newLab(own.addresses)];
  const lines = Array.from({ length: ROWS }, (_, row) => String(row));
  const upload = async (to: Lab, rows: readonly string[]): Promise<string> => {
    const columns = [{ name: "n", type: "INT64" }];
    const load = await startCsvLoad(to, "numbers", columns, ["n", ...rows, ""].join("\n"));
    await to.api.settled(load);
    const loaded = await to.api.get<{ files: { id: string }[] }>(`/data/load:get?id=${load}`);
    return loaded.files[0]?.id ?? "";
  };
  files = { mine: await upload(lab, lines), theirs: await upload(other, ["1"]) };
});

afterEach(() => vi.restoreAllMocks());
afterAll(() => own.close());

function send(path: string, body?: object): Promise<Response> {
  return fetch(`${lab.regionUrl}/v2/workspace/${lab.name}${path}`, {
    redirect: "manual",
    headers: { authorization: `Bearer ${lab.token}`, "content-type": "application/json" },
    ...(body ? { method: "POST", body: JSON.stringify(body) } : {}),
  });
}

async function addressOf(path: string, body?: object): Promise<URL> {
  const response = await send(path, body);
  expect(response.status).toBe(303);
  return new URL(response.headers.get("location") ?? "");
}

async function refusalOf(url: URL | string, init: RequestInit = {}): Promise<string> {
  const response = await fetch(url, init);
  return `${response.status} ${/<Code>(\w+)</.exec(await response.text())?.[1]}`;
}

const QUERY = { query: "SELECT n, CAST(n AS VARCHAR) || ' is a number' AS s FROM numbers", format: "CSV" };

describe("a signed URL", () => {
  it("a signed URL gives access to only one object in its workspace", async () => {
    const mine = await addressOf(`/data/load:downloadFile?file_id=${files.mine}&redirect=true`);
    const result = await addressOf("/data:query?redirect=true", QUERY);
    expect((await fetch(mine)).status).toBe(200);
    expect(result.pathname).toMatch(/^\/lake-eu\/results\/[0-9]+\/[-0-9a-f]{36}$/);
    const workspaceId = result.pathname.split("/")[3] ?? "";
    expect(mine.pathname).toContain(`/ws/${workspaceId}/`);
    for (const address of [mine, result]) {
      const tampered = [
        address.pathname.replace(workspaceId, String(Number(workspaceId) + 1)),
        address.pathname.slice(0, -1),
        address.pathname.replace(/^\/lake-eu/, "/lake-us"),
        "/lake-eu",
      ];
      for (const path of tampered) {
        const changed = new URL(address);
        changed.pathname = path;
        expect(await refusalOf(changed), path).toBe("403 SignatureDoesNotMatch");
      }
      for (const method of ["PUT", "DELETE", "HEAD", "POST"]) {
        expect((await fetch(address, { method })).status, method).toBe(403);
      }
    }
  });

  it("a signed URL is valid for one minute, and a client cannot extend it", async () => {
    const address = await addressOf("/data:query?redirect=true", QUERY);
    expect(address.searchParams.get("X-Amz-Expires")).toBe("60");
    const longer = new URL(address);
    longer.searchParams.set("X-Amz-Expires", "86400");
    expect(await refusalOf(longer)).toBe("403 SignatureDoesNotMatch");
    const now = Date.now();
    vi.spyOn(Date, "now").mockImplementation(() => now + 62_000);
    expect(await refusalOf(address)).toBe("403 AccessDenied");
  });

  it("a URL signed with another key gives no access", async () => {
    const address = await addressOf(`/data/load:downloadFile?file_id=${files.mine}&redirect=true`);
    const [, bucket = "", ...key] = decodeURIComponent(address.pathname).split("/");
    const client = new S3Client({
      endpoint: address.origin,
      forcePathStyle: true,
      region: "eu-central-1",
      credentials: { accessKeyId: "AKIAANOTHERTENANT", secretAccessKey: "another tenant's" },
    });
    const command = new GetObjectCommand({ Bucket: bucket, Key: key.join("/") });
    expect(await refusalOf(await getSignedUrl(client, command, { expiresIn: 60 }))).toBe(
      "403 InvalidAccessKeyId",
    );
    client.destroy();
  });

  it("the platform signs no URL for another workspace's object", async () => {
    const response = await send(`/data/load:downloadFile?file_id=${files.theirs}&redirect=true`);
    expect(response.status).toBe(404);
    expect(response.headers.get("location")).toBeNull();
  });
});

describe("a response larger than a deployment can send", () => {
  it("a response that is too large is refused before its first byte if its length is known", async () => {
    const response = await send(`/data/load:downloadFile?file_id=${files.mine}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      code: "answer_too_large",
      detail:
        "This response has 2 MB, more than the 1.5 MB that can be sent at once: request it with redirect=true and follow the redirect.",
    });
  });

  it("a response of unknown length that is too large is visibly cut off", async () => {
    const response = await send("/data:query", QUERY);
    expect(response.status).toBe(200);
    await expect(response.arrayBuffer()).rejects.toThrow();
  });
});
