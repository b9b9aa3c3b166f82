import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

// Processes of tests, and platforms that they start, keep compiled code where main.ts keeps it: an eighth of the time of tests
// that start platforms.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL("node_modules/.cache/compiled", import.meta.url));

/** Long enough for a busy machine: only what hangs is to be ended. */
const TIMEOUT = 120_000;

const shared = {
  testTimeout: TIMEOUT,
  hookTimeout: TIMEOUT,
  expect: { poll: { timeout: TIMEOUT / 2 } },
  pool: "forks" as const,
};

// Vitest reads its configuration from a default export.
// biome-ignore lint/style/noDefaultExport: see above
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...shared,
          name: "parts",
          include: ["test/**/*.test.ts"],
          exclude: ["test/journeys/**", "test/functions/**", "test/conformance/**", "test/cli/**"],
        },
      },
      {
        test: {
          ...shared,
          name: "platform",
          include: ["test/{cli,journeys,functions,conformance}/**/*.test.ts"],
          globalSetup: ["test/support/startPlatform.ts"],
        },
      },
    ],
  },
});
