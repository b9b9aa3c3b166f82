import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig, type TestUserConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

// Processes of tests, and platforms that they start, keep compiled code where main.ts keeps it: an eighth of the time of tests
// that start platforms.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL("node_modules/.cache/compiled", import.meta.url));

/** Long enough for a busy machine: only what hangs is to be ended. */
const TIMEOUT_MS = 180_000;
/**
 * Exhaustive tests, which `.ci/nightly` runs. Of files `*.sampled.test.ts`, every run has some cases and the nightly run all
 * (test/support/byNight.ts).
 */
const NIGHTLY = "**/*.nightly.test.ts";
const ON_PLATFORM = "test/{cli,journeys,functions,conformance}";
/** Tests that open the store in their own process: clients of a database keep the credentials of their first call. */
const ON_STORE = "test/shared/{history,store,runtime}";

/** Files that take long start first, so that none of them runs alone in the end. */
const LONG =
  /conformance\/rules|console|isolation|cli\/|corpus|fuzz|infra\/stacks|erasure|designing|taskSources|everyPage|athenaEngine|tasksStopped/;

class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => Number(LONG.test(b.moduleId)) - Number(LONG.test(a.moduleId)));
  }
}

const isNightly = process.env.NIGHTLY === "true";
const suffix = isNightly ? "{nightly,sampled}.test.ts" : "test.ts";
const shared = {
  testTimeout: TIMEOUT_MS,
  hookTimeout: TIMEOUT_MS,
  expect: { poll: { timeout: TIMEOUT_MS / 2 } },
  pool: "forks" as const,
  setupFiles: ["test/support/fileTimes.ts", "test/support/propertySeed.ts"],
};
const exclude = isNightly ? configDefaults.exclude : [...configDefaults.exclude, NIGHTLY];

const tests: TestUserConfig = {
  // One more than cores: tests wait for loads, tasks and timers for two fifths of their time.
  maxWorkers: availableParallelism() + 1,
  sequence: { sequencer: LongFilesFirst },
  reporters: ["default", "./test/support/timesReporter.ts"],
  projects: [
    {
      test: {
        ...shared,
        name: "parts",
        include: [`test/**/*.${suffix}`, `shared/*/test/**/*.${suffix}`],
        exclude: [...exclude, `${ON_PLATFORM}/**`, `${ON_STORE}/**`],
        // Files of one worker share loaded modules: loading them for each file would take as long as most of the tests.
        isolate: false,
      },
    },
    {
      test: { ...shared, name: "store", include: [`${ON_STORE}/**/*.${suffix}`], exclude, isolate: false },
    },
    {
      test: {
        ...shared,
        name: "platform",
        include: [`${ON_PLATFORM}/**/*.${suffix}`],
        exclude,
        setupFiles: [...shared.setupFiles, "test/support/sharedCredentials.ts"],
        globalSetup: ["test/support/startPlatform.ts"],
        isolate: false,
      },
    },
  ],
};

/** Checks of a deployment, which only `npm run smoke` runs. They share two workspaces, and wait as long as its options say. */
const smoke: TestUserConfig = {
  reporters: ["verbose"],
  projects: [
    {
      test: {
        name: "smoke",
        include: ["test/smoke/*.check.ts"],
        testTimeout: 0,
        // Ctrl-C reaches processes directly, but threads only through Vitest.
        pool: "threads",
      },
    },
  ],
};

// Vitest reads its configuration from a default export.
// biome-ignore lint/style/noDefaultExport: see above
export default defineConfig(({ mode }) => ({ test: mode === "smoke" ? smoke : tests }));
