import type { SendFile } from "#client/structures.ts";

/** Uploads a file and reports the uploaded fraction, which `fetch` cannot do. */
export function sendWithProgress(onProgress: (fraction: number) => void): SendFile {
  return (url, file) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open("PUT", url);
      request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 1 : loaded / total);
      request.onload = () =>
        resolve({ ok: request.status >= 200 && request.status < 300, status: request.status });
      request.onerror = () =>
        reject(new Error("The upload failed: the connection was interrupted. Try again."));
      request.send(file);
    });
}
