import { fileURLToPath } from "node:url";
import type { BuildOptions } from "esbuild";
import { literalSchemaKeys } from "./literalSchemaKeys.ts";
import { nativePackagesOf } from "./nativePackages.ts";
import { packageVersions } from "./packageVersions.ts";
import { requireBuiltins } from "./requireBuiltins.ts";

/** Credential modules for personal computers and virtual machines. */
const ABSENT_PROFILES = [
  ...["ini", "process", "sso", "web-identity"].map((source) => `@aws-sdk/credential-provider-${source}`),
  "@smithy/credential-provider-imds",
];

/** Replacements for modules that no function uses. */
const REPLACEMENTS = Object.fromEntries([
  ...ABSENT_PROFILES.map((name) => [name, fileOf("./absentProfiles.ts")]),
  ["@aws-sdk/endpoint-cache", fileOf("./absentEndpointCache.ts")],
  ["@smithy/core/event-streams", fileOf("./absentEventStreams.ts")],
]);

function fileOf(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}

/** Returns the esbuild options for service code: one script with all imports except native code. */
export function scriptOptions() {
  return {
    outExtension: { ".js": ".mjs" },
    bundle: true,
    sourcemap: true,
    sourcesContent: false,
    platform: "node",
    target: "node24",
    format: "esm",
    // ES modules first: only they can be tree-shaken, which makes the functions a third smaller.
    mainFields: ["module", "main"],
    alias: REPLACEMENTS,
    plugins: [requireBuiltins(), packageVersions(), literalSchemaKeys()],
    external: [...nativePackagesOf(), "aws-crt", "@aws-sdk/signature-v4-crt"],
    // Some dependencies are CommonJS modules and call require for Node's built-in modules.
    banner: { js: 'import{createRequire as __cr}from"node:module";const require=__cr(import.meta.url);' },
    logLevel: "warning",
  } satisfies BuildOptions;
}
