import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { bundleScripts, MAX_OPERATION_BYTES } from "#infra/bundle.ts";

/** Operations with the largest scripts; the nightly run measures all of them. */
const LARGEST = { createOrder: "orders/createOrder", writeOrderPrimers: "orders/writeOrderPrimers" };

test("the largest scripts of operations are within their limit", async () => {
  const folder = await mkdtemp(join(tmpdir(), "scripts-"));
  try {
    const entries = await Promise.all(
      Object.entries(LARGEST).map(async ([name, file]) => {
        const entry = join(folder, `${name}.ts`);
        await writeFile(
          entry,
          `import { operationHandler } from "${resolve("shared/http/operations/lambda.ts")}";
import { ${name} } from "${resolve(`functions/${file}.ts`)}";
export const handler = operationHandler(${name});
`,
        );
        return [name, entry] as const;
      }),
    );
    const bundles = await bundleScripts(join(folder, "bundles"), Object.fromEntries(entries));
    for (const name of Object.keys(LARGEST))
      expect(bundles[name]?.size, name).toBeLessThanOrEqual(MAX_OPERATION_BYTES);
  } finally {
    await rm(folder, { recursive: true });
  }
});
