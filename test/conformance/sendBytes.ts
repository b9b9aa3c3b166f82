import type { Site } from "./site.ts";

/** Sends the bytes of a body that creates a project, and returns the response. */
export async function sendBytes(
  site: Site,
  bytes: Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
) {
  const url = `${site.lab.regionUrl}/v2/workspace/${site.lab.name}/project:create`;
  const response = await fetch(url, {
    method: "POST",
    headers: { authorization: `Bearer ${site.lab.token}`, "content-type": "application/json", ...headers },
    body: bytes,
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}
