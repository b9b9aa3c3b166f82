import type { Node } from "constructs";
import * as v from "valibot";

const PerRegion = v.object({ EU: v.string(), US: v.string() });

const Config = v.object({
  account: v.pipe(v.string(), v.regex(/^\d{12}$/, "an AWS account number of 12 digits")),
  homeRegion: v.string(),
  regions: PerRegion,
  staffOrgId: v.string(),
  appUrl: v.pipe(v.string(), v.url()),
  platformUrl: v.pipe(v.string(), v.url()),
  regionUrls: PerRegion,
  idp: v.object({
    issuer: v.string(),
    clientId: v.string(),
    authUrl: v.string(),
    apiUrl: v.string(),
    /** The name of the secret that holds the key of the management calls. */
    apiKeySecret: v.string(),
  }),
});
export type Config = v.InferOutput<typeof Config>;

/** Reads the settings from the context in cdk.json; a missing or wrong one is named. */
export function readConfig(node: Node): Config {
  const keys = Object.keys(Config.entries);
  const result = v.safeParse(Config, Object.fromEntries(keys.map((key) => [key, node.tryGetContext(key)])));
  if (result.success) return result.output;
  const problems = result.issues.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`);
  throw new Error(`The context in cdk.json is not complete. ${problems.join("; ")}`);
}
