import {
  GetObjectCommand,
  HeadObjectCommand,
  ListBucketsCommand,
  PutObjectCommand,
} from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { authenticate } from "#local/s3/protocol/authenticate.ts";
import { parseTarget } from "#local/s3/protocol/target.ts";
import { BUCKET, CREDENTIALS, createClient, failureOf } from "./endpoint.ts";
import { fileEndpoint } from "./fileEndpoint.ts";
import { sendRaw } from "./rawRequest.ts";

const KEY = "results/é +%/a.csv";

const endpoint = fileEndpoint();
let presigner: ReturnType<typeof createClient>;
beforeAll(async () => {
  presigner = createClient(endpoint.url, { requestChecksumCalculation: "WHEN_REQUIRED" });
  await endpoint.client.send(new PutObjectCommand({ Bucket: BUCKET, Key: KEY, Body: "a,b\n" }));
});
afterAll(() => presigner.destroy());

const codeOf = async (response: Response) => /<Code>(\w+)</.exec(await response.text())?.[1];
const outcomeOf = async (url: string, init?: RequestInit) => {
  const response = await fetch(url, init);
  return `${response.status} ${await codeOf(response)}`;
};
const download = (more = {}) => new GetObjectCommand({ Bucket: BUCKET, Key: KEY, ...more });

describe("a presigned URL", () => {
  test("a presigned URL downloads an object under the file name that the signer chose", async () => {
    const command = download({
      ResponseContentDisposition: "attachment; filename=\"b.csv\"; filename*=UTF-8''%C3%A9.csv",
      ResponseContentType: "text/csv",
      ResponseCacheControl: "no-store",
    });
    const response = await fetch(await getSignedUrl(presigner, command, { expiresIn: 60 }));
    expect(await response.text()).toBe("a,b\n");
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-disposition": "attachment; filename=\"b.csv\"; filename*=UTF-8''%C3%A9.csv",
      "content-type": "text/csv",
      "cache-control": "no-store",
      "content-length": "4",
    });
    expect(response.headers.get("x-amz-request-id")).toMatch(/^[0-9A-F]{16}$/);
  });

  test("a presigned URL cannot inject another response header", async () => {
    const command = download({ ResponseContentDisposition: "x\r\nset-cookie: a=b" });
    expect(await outcomeOf(await getSignedUrl(presigner, command))).toBe("400 InvalidArgument");
  });

  test("a presigned URL uploads an object with the metadata that the signer chose", async () => {
    const command = new PutObjectCommand({
      Bucket: BUCKET,
      Key: "uploaded",
      ContentType: "text/plain",
      Metadata: { by: "signer" },
    });
    const url = await getSignedUrl(presigner, command, { signableHeaders: new Set(["content-type"]) });
    expect(await outcomeOf(url, { method: "PUT", body: "x", headers: { "content-type": "text/html" } })).toBe(
      "403 SignatureDoesNotMatch",
    );
    const headers = { "content-type": "text/plain" };
    expect((await fetch(url, { method: "PUT", body: "body", headers })).status).toBe(200);
    const found = await endpoint.client.send(new HeadObjectCommand({ Bucket: BUCKET, Key: "uploaded" }));
    expect(found).toMatchObject({ Metadata: { by: "signer" }, ContentType: "text/plain", ContentLength: 4 });
  });

  test("a presigned URL is refused if any part was changed", async () => {
    const url = await getSignedUrl(presigner, download({ ResponseContentType: "text/csv" }), {
      expiresIn: 60,
    });
    expect((await fetch(url)).status).toBe(200);
    const changes: [RegExp, string][] = [
      [/a\.csv/, "b.csv"],
      [/Expires=60/, "Expires=61"],
      [/text%2Fcsv/, "text%2Fhtml"],
      [/Signature=./, "Signature=z"],
      [/eu-central-1/, "eu-central-2"],
      [/$/, "&response-expires=never"],
    ];
    for (const [pattern, replacement] of changes) {
      const changed = url.replace(pattern, replacement);
      expect(changed).not.toBe(url);
      expect(await outcomeOf(changed)).toBe("403 SignatureDoesNotMatch");
    }
    expect(await outcomeOf(url, { method: "DELETE" })).toBe("403 SignatureDoesNotMatch");
    expect(await outcomeOf(url, { headers: { "x-amz-meta-a": "b" } })).toBe("403 AccessDenied");
    expect(await outcomeOf(url.replace("AKIDLOCAL", "AKIDOTHER"))).toBe("403 InvalidAccessKeyId");
    for (const broken of [
      /&X-Amz-Signature=[^&]*/,
      /&X-Amz-Date=[^&]*/,
      /&X-Amz-Expires=[^&]*/,
      /%2Fs3%2F/,
    ]) {
      expect(await outcomeOf(url.replace(broken, ""))).toBe("400 AuthorizationQueryParametersError");
    }
  });

  test("a presigned URL is refused before and after its validity period", async () => {
    const signedAt = (seconds: number) =>
      getSignedUrl(presigner, download(), {
        expiresIn: 60,
        signingDate: new Date(Date.now() + seconds * 1000),
      });
    expect((await fetch(await signedAt(-30))).status).toBe(200);
    const expired = await fetch(await signedAt(-62));
    expect(expired.status).toBe(403);
    expect(await expired.text()).toMatch(/<Code>AccessDenied<.*Request has expired/);
    expect(await outcomeOf(await signedAt(3600))).toBe("403 AccessDenied");
  });
});

test("the signature matches Amazon's published example", () => {
  const hash = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
  const signed = {
    method: "GET",
    target: parseTarget("/test.txt"),
    headers: {
      host: ["examplebucket.s3.amazonaws.com"],
      range: ["bytes=0-9"],
      "x-amz-content-sha256": [hash],
      "x-amz-date": ["20130524T000000Z"],
      authorization: [
        "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
      ],
    },
  };
  const credentials = {
    accessKeyId: "AKIAIOSFODNN7EXAMPLE",
    secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
  };
  const verified = authenticate(signed, credentials, Date.UTC(2013, 4, 24));
  expect(verified).toEqual({ region: "us-east-1", presigned: false, payload: hash });
});

describe("a request to the object store", () => {
  test("an unsigned request is refused", async () => {
    expect(await outcomeOf(`${endpoint.url}/${BUCKET}/${encodeURI(KEY)}`)).toBe("403 AccessDenied");
    expect(await outcomeOf(endpoint.url, { headers: { authorization: "Basic eDp5" } })).toBe(
      "400 InvalidRequest",
    );
  });

  test("a browser page from any origin can read a signed URL", async () => {
    const url = await getSignedUrl(presigner, download(), { expiresIn: 60 });
    for (const origin of ["http://127.0.0.1:4000", "null"]) {
      const answer = await fetch(url, { headers: { origin, "sec-fetch-site": "cross-site" } });
      expect([answer.status, await answer.text()]).toEqual([200, "a,b\n"]);
      expect(answer.headers.get("access-control-allow-origin")).toBe("*");
      const asked = { origin, "access-control-request-method": "GET" };
      const preflight = await fetch(url, { method: "OPTIONS", headers: asked });
      expect([preflight.status, preflight.headers.get("access-control-allow-origin")]).toEqual([200, "*"]);
      const other = { origin, "access-control-request-method": "DELETE" };
      expect((await fetch(url, { method: "OPTIONS", headers: other })).status).toBe(403);
    }
  });

  test("a browser page from any origin can write an object at a signed URL", async () => {
    const put = new PutObjectCommand({ Bucket: BUCKET, Key: "from-a-page" });
    const url = await getSignedUrl(presigner, put, { expiresIn: 60 });
    const headers = { origin: "http://127.0.0.1:4000", "sec-fetch-site": "cross-site" };
    const asked = { ...headers, "access-control-request-method": "PUT" };
    expect((await fetch(url, { method: "OPTIONS", headers: asked })).status).toBe(200);
    const answer = await fetch(url, { method: "PUT", body: "x", headers });
    expect([answer.status, answer.headers.get("access-control-allow-origin")]).toEqual([200, "*"]);
  });

  test("other requests from a browser page are rejected and get no CORS permission", async () => {
    const page = { origin: "http://127.0.0.1:4000" };
    const list = await getSignedUrl(presigner, new ListBucketsCommand({}), { expiresIn: 60 });
    expect(await outcomeOf(list, { headers: page })).toBe("403 AccessDenied");
    const url = `${endpoint.url}/${BUCKET}/${encodeURIComponent(KEY)}`;
    for (const site of ["cross-site", "same-site", "same-origin"]) {
      const { status } = await sendRaw(endpoint.url, {
        method: "GET",
        path: "/",
        unsignedHeaders: { "sec-fetch-site": site },
      });
      expect(status).toBe(403);
    }
    const typed = { method: "GET", path: "/", unsignedHeaders: { "sec-fetch-site": "none" } };
    expect((await sendRaw(endpoint.url, typed)).status).toBe(200);
    const preflight = await fetch(url, {
      method: "OPTIONS",
      headers: { ...page, "access-control-request-method": "GET" },
    });
    expect(preflight.status).toBe(403);
    expect(preflight.headers.get("access-control-allow-origin")).toBeNull();
    const unsigned = await fetch(url, { headers: page });
    expect([unsigned.status, unsigned.headers.get("access-control-allow-origin")]).toEqual([403, null]);
  });

  test("a request signed with another secret or key id is refused", async () => {
    const refusalOf = async (credentials: typeof CREDENTIALS) => {
      const client = createClient(endpoint.url, { credentials });
      const failure = await failureOf(client.send(new ListBucketsCommand({})));
      client.destroy();
      return failure;
    };
    expect(await refusalOf({ ...CREDENTIALS, secretAccessKey: "other" })).toEqual({
      code: "SignatureDoesNotMatch",
      status: 403,
    });
    expect(await refusalOf({ ...CREDENTIALS, accessKeyId: "OTHER" })).toEqual({
      code: "InvalidAccessKeyId",
      status: 403,
    });
  });

  test("an old signature is refused", async () => {
    const old = { method: "GET", path: "/", now: new Date(Date.now() - 16 * 60_000) };
    expect((await sendRaw(endpoint.url, { ...old, now: new Date(Date.now() - 14 * 60_000) })).status).toBe(
      200,
    );
    const { status, body } = await sendRaw(endpoint.url, old);
    expect(status).toBe(403);
    expect(body).toContain("RequestTimeTooSkewed");
  });

  test("a request is refused if a relevant header is unsigned", async () => {
    const path = `/${BUCKET}/unsigned`;
    const unsignedHeaders = { "x-amz-copy-source": `/${BUCKET}/${encodeURIComponent(KEY)}` };
    const { status, body } = await sendRaw(endpoint.url, { method: "PUT", path, unsignedHeaders });
    expect(status).toBe(403);
    expect(body).toContain("not signed: x-amz-copy-source");
  });

  test("a request with a changed body is refused, and nothing is stored", async () => {
    const { status, body } = await sendRaw(endpoint.url, {
      method: "PUT",
      path: `/${BUCKET}/forged`,
      body: Buffer.from("forged"),
      payload: "0".repeat(64),
    });
    expect(status).toBe(400);
    expect(body).toContain("XAmzContentSHA256Mismatch");
    const found = await failureOf(
      endpoint.client.send(new HeadObjectCommand({ Bucket: BUCKET, Key: "forged" })),
    );
    expect(found.status).toBe(404);
  });

  test("a failed HEAD request gets no body", async () => {
    const { status, headers, body } = await sendRaw(endpoint.url, {
      method: "HEAD",
      path: `/${BUCKET}/missing`,
    });
    expect({ status, body }).toEqual({ status: 404, body: "" });
    expect(headers["x-amz-request-id"]).toMatch(/^[0-9A-F]{16}$/);
  });
});
