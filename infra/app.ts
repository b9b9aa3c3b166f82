import { join } from "node:path";
import { App } from "aws-cdk-lib";
import { bundle } from "./bundle.ts";
import { readConfig } from "./config.ts";
import { PlatformStack } from "./stacks/platformStack.ts";
import { RegionStack } from "./stacks/regionStack.ts";

const app = new App();
const config = readConfig(app.node);
const functions = await bundle(join(app.outdir, "functions"));
const account = config.account;

const regions = (["EU", "US"] as const).map(
  (region) =>
    new RegionStack(app, `Region${region}`, {
      env: { account, region: config.regions[region] },
      config,
      region,
      functions,
    }),
);
const platform = new PlatformStack(app, "Platform", {
  env: { account, region: config.homeRegion },
  config,
  functions,
});
for (const region of regions) platform.addStackDependency(region);
app.synth();
