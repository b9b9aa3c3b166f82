import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { request } from "node:http";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import type { BenchLab } from "./benchLab.ts";

const BOUNDARY = "----bench-upload";
const CHUNK_BYTES = 1 << 20;

/**
 * Uploads a file like curl. The `fetch` of Node copies each part of a form several times, and takes longer than the platform
 * does to store it.
 */
export async function uploadFile(lab: BenchLab, loadId: string, table: string, path: string): Promise<void> {
  const head = Buffer.from(
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="table_reference"\r\n\r\n${table}\r\n` +
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="${table}.csv"\r\n\r\n`,
  );
  const tail = Buffer.from(`\r\n--${BOUNDARY}--\r\n`);
  const { size } = await stat(path);
  const sent = request(`${lab.base}/data/load:uploadFile?id=${loadId}`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${lab.token}`,
      "content-type": `multipart/form-data; boundary=${BOUNDARY}`,
      "content-length": head.length + size + tail.length,
    },
  });
  const answered = new Promise<string>((resolve, reject) => {
    sent.once("error", reject);
    sent.once("response", (response) => {
      text(response).then((body) => {
        if (response.statusCode === 200) resolve(body);
        else reject(new Error(`The upload was refused: ${body}`));
      }, reject);
    });
  });
  const parts = async function* (): AsyncGenerator<Buffer> {
    yield head;
    yield* createReadStream(path, { highWaterMark: CHUNK_BYTES }) as AsyncIterable<Buffer>;
    yield tail;
  };
  await Promise.all([pipeline(parts, sent), answered]);
}
