import { defineConfig } from "vitest/config";

const shared = { testTimeout: 60_000, hookTimeout: 60_000, pool: "forks" as const };

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
