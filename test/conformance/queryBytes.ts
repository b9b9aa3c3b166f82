import { expect } from "vitest";
import type { Site } from "./site.ts";

/** Runs a query and returns the response bytes. */
export async function queryBytes(site: Site, query: string, options: object = {}): Promise<Uint8Array> {
  const response = await fetch(`${site.lab.regionUrl}/v2/workspace/${site.lab.name}/data:query`, {
    method: "POST",
    headers: { authorization: `Bearer ${site.lab.token}`, "content-type": "application/json" },
    body: JSON.stringify({ query, ...options }),
  });
  expect(response.status).toBe(200);
  return new Uint8Array(await response.arrayBuffer());
}
