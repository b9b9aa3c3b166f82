import { expect, test } from "vitest";
import { BUCKET } from "./endpoint.ts";
import { fileEndpoint } from "./fileEndpoint.ts";
import { type RawRequest, sendRaw } from "./rawRequest.ts";

const endpoint = fileEndpoint();

const BUCKETS = `/${BUCKET}`;
const OBJECT = `/${BUCKET}/a`;
const DELETION = `<Delete><Object><Key>a</Key><ETag>"x"</ETag></Object></Delete>`;
const REFUSED: Record<string, RawRequest> = {
  "a bucket's creation": { method: "PUT", path: "/another" },
  "a bucket's deletion": { method: "DELETE", path: BUCKETS },
  "a bucket's location": { method: "GET", path: `${BUCKETS}?location` },
  "a bucket's versions": { method: "GET", path: `${BUCKETS}?versioning` },
  "a listing of version 1": { method: "GET", path: BUCKETS },
  "a listing of another version": { method: "GET", path: `${BUCKETS}?list-type=1` },
  "a listing of folders that starts after a key": {
    method: "GET",
    path: `${BUCKETS}?list-type=2&delimiter=%2F&start-after=a`,
  },
  "a listing of uploads": { method: "GET", path: `${BUCKETS}?uploads` },
  "a listing of parts": { method: "GET", path: `${OBJECT}?uploadId=a` },
  "an access list": { method: "GET", path: `${OBJECT}?acl` },
  "an older read": { method: "GET", path: OBJECT, headers: { "if-unmodified-since": "x" } },
  "a newer read": { method: "GET", path: OBJECT, headers: { "if-modified-since": "x" } },
  "a conditional creation": { method: "PUT", path: OBJECT, headers: { "if-none-match": "*" } },
  "a conditional write": { method: "PUT", path: OBJECT, headers: { "if-match": "x" } },
  "a conditional completion": {
    method: "POST",
    path: `${OBJECT}?uploadId=a`,
    headers: { "if-none-match": "*" },
  },
  "a conditional deletion": { method: "DELETE", path: OBJECT, headers: { "if-match": "x" } },
  "a deletion by size": { method: "DELETE", path: OBJECT, headers: { "x-amz-if-match-size": "1" } },
  "a conditional deletion of many": {
    method: "POST",
    path: `${BUCKETS}?delete`,
    body: Buffer.from(DELETION),
    headers: { "x-amz-checksum-crc32": "42O3dw==" },
  },
  "a copy": { method: "PUT", path: OBJECT, headers: { "x-amz-copy-source": OBJECT } },
  tags: { method: "PUT", path: OBJECT, headers: { "x-amz-tagging": "a=b" } },
  "a lock": { method: "PUT", path: OBJECT, headers: { "x-amz-object-lock-mode": "GOVERNANCE" } },
  "a body in signed chunks": {
    method: "PUT",
    path: OBJECT,
    payload: "STREAMING-AWS4-HMAC-SHA256-PAYLOAD",
  },
  "another checksum": { method: "PUT", path: OBJECT, headers: { "x-amz-checksum-sha256": "x" } },
  "another checksum's name": {
    method: "PUT",
    path: OBJECT,
    headers: { "x-amz-sdk-checksum-algorithm": "CRC32C" },
  },
  "another checksum in a trailer": {
    method: "PUT",
    path: OBJECT,
    headers: { "x-amz-trailer": "x-amz-checksum-sha1" },
  },
  "another checksum of parts": {
    method: "POST",
    path: `${OBJECT}?uploads`,
    headers: { "x-amz-checksum-algorithm": "SHA256" },
  },
  "another type of checksum": {
    method: "POST",
    path: `${OBJECT}?uploads`,
    headers: { "x-amz-checksum-algorithm": "CRC32", "x-amz-checksum-type": "FULL_OBJECT" },
  },
};

test.each(Object.entries(REFUSED))("%s is refused with a message", async (_, request) => {
  const { status, body } = await sendRaw(endpoint.url, request);
  expect(status).toBe(501);
  expect(body).toMatch(/<Code>NotImplemented<.*<Message>[^<]+ (is|are|must) [^<]+<\/Message>/);
});

test("a URL that is not UTF-8 is refused", async () => {
  expect((await fetch(`${endpoint.url}/${BUCKET}/%FF`)).status).toBe(400);
});
