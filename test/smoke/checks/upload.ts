import { createHash, type Hash, randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { appendFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { type CurlAnswer, curl, curlVersion } from "../curl.ts";
import type { LoadedFile } from "../loads.ts";
import { type Check, expectAnswer, type SmokeWorkspace, sendTo } from "../smokeTest.ts";

const MAX_FILE_BYTES = 100 * 1024 * 1024;
const TABLE = "uploads";

/** Checks uploads with curl, which asks for permission first (`Expect: 100-continue`) and speaks HTTP/2 if the edge does. */
export const upload: Check = async ({ lab, annotate, onTestFinished, skip }) => {
  const { first, options } = lab;
  const { patience } = options;
  const version = await curlVersion();
  if (version === null) return skip("there is no curl on this machine");
  const { id } = await first.api.post<{ id: string }>("/data/load:create", {
    context: { kind: "PROJECT", project_id: first.projectId },
    tables: { [TABLE]: { columns: [{ name: "a", type: "STRING" }], format: "CSV" } },
  });
  const folder = await mkdtemp(join(tmpdir(), "smoke-upload-"));
  // Also after Ctrl-C, when Vitest does not wait for this function.
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, "largest.bin");
  await writeFile(path, randomBytes(MAX_FILE_BYTES));
  const start = performance.now();
  const stored = await expectAccepted(first, id, path, patience);
  const seconds = (performance.now() - start) / 1000;
  expect(await downloadFile(first, stored.id), "digest of what is downloaded").toEqual(await digestOf(path));
  await appendFile(path, "x");
  await expectRefused(first, id, path, patience);
  await expectFiles(first, id, [stored.id]);
  await annotate(`100 MB in ${seconds.toFixed(1)} s by ${version}`);
};

function sendFile(
  workspace: SmokeWorkspace,
  loadId: string,
  path: string,
  seconds: number,
): Promise<CurlAnswer> {
  const { origin, prefix, token, signal } = workspace;
  return curl({
    url: `${origin}${prefix}/data/load:uploadFile?id=${loadId}`,
    token,
    seconds,
    signal,
    form: { description: "smoke test" },
    file: path,
  });
}

async function expectAccepted(workspace: SmokeWorkspace, loadId: string, path: string, seconds: number) {
  const answer = await sendFile(workspace, loadId, path, seconds);
  expectAnswer("The upload of 100 MB", answer, 200);
  const file = answer.json as LoadedFile;
  expect(file.size, "size of the stored file").toEqual(MAX_FILE_BYTES);
  return file;
}

/** Checks that a refusal arrives while curl is still sending, and that it is the documented refusal rather than an edge page. */
async function expectRefused(workspace: SmokeWorkspace, loadId: string, path: string, seconds: number) {
  const answer = await sendFile(workspace, loadId, path, seconds);
  expectAnswer("100 MB and one byte", answer, 413, "file_too_large");
  const { detail, error_id } = answer.json as Record<string, unknown>;
  const shape = { detail: typeof detail, error_id: typeof error_id };
  expect(shape, "the refusal of 100 MB and one byte").toEqual({ detail: "string", error_id: "string" });
}

async function expectFiles({ api }: SmokeWorkspace, loadId: string, wanted: string[]): Promise<void> {
  const { files } = await api.get<{ files: LoadedFile[] }>(`/data/load:get?id=${loadId}`);
  const kept = files.map(({ id }) => id);
  expect(kept, "files of the load after the refusal").toEqual(wanted);
}

async function downloadFile(workspace: SmokeWorkspace, fileId: string): Promise<string> {
  const answer = await sendTo(workspace, "GET", `/data/load:downloadFile?file_id=${fileId}`);
  expectAnswer("The download of 100 MB", answer, 200);
  const { bytes } = answer;
  expect(bytes.length, "bytes that are downloaded").toEqual(MAX_FILE_BYTES);
  return createHash("sha256").update(bytes).digest("hex");
}

async function digestOf(path: string): Promise<string> {
  const hash: Hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest("hex");
}
