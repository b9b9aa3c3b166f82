import { beforeAll, expect, test } from "vitest";
import { type Lab, newLab } from "../support/lab.ts";

const ROWS = 1_000_000;
/** A million rows of about 100 bytes. */
const LARGE = `SELECT a.n * 1000 + b.n AS id, a.n * 1.5e0 AS fitness, b.n / 7e0 AS stability, a.n + b.n * 1e-3 AS binding,
  'construct_' || lpad(CAST(a.n * 1000 + b.n AS varchar), 12, '0') AS name, 'variant_' || CAST(b.n AS varchar) AS variant
  FROM UNNEST(sequence(1, 1000)) AS a(n) CROSS JOIN UNNEST(sequence(1, 1000)) AS b(n)`;
const ROUNDS = 15;

let lab: Lab;
beforeAll(async () => {
  lab = await newLab();
});

test("results of a million rows are complete, in every compression, again and again", async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const compression of ["lz4", "zstd", null]) {
      const response = await fetch(`${lab.regionUrl}/v2/workspace/${lab.name}/data:query`, {
        method: "POST",
        headers: { authorization: `Bearer ${lab.token}`, "content-type": "application/json" },
        body: JSON.stringify({ query: LARGE, arrow_compression: compression }),
      });
      expect(response.status).toBe(200);
      let bytes = 0;
      for await (const part of response.body ?? []) bytes += part.byteLength;
      expect(bytes).toBeGreaterThan(ROWS * (compression === null ? 60 : 5));
    }
  }
});
