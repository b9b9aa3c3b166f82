import { type App, type Stack, Tags } from "aws-cdk-lib";
import type { Bundle } from "../bundle.ts";
import type { Config } from "../config.ts";
import { awsRegionOf, PLACES, stackId } from "../names.ts";
import { ApiStack } from "./apiStack.ts";
import { DataStack } from "./dataStack.ts";
import { EdgeStack } from "./edgeStack.ts";
import { FirewallStack } from "./firewallStack.ts";
import { OperationsStack } from "./operationsStack.ts";
import { SqlStack } from "./sqlStack.ts";
import { WorkflowStack } from "./workflowStack.ts";

/** All stacks of one deployment: those of the platform in its home region, and those of each region in its own. */
export function buildStacks(app: App, config: Config, functions: Record<string, Bundle>): void {
  const isAws = config.target === "aws";
  const firewall = isAws
    ? // The edge takes firewalls of us-east-1 only. They see requests pass and store nothing.
      new FirewallStack(app, "Firewall", { env: { account: config.account, region: "us-east-1" }, config })
    : null;
  const all = PLACES.map((place) => {
    const props = { env: { account: config.account, region: awsRegionOf(config, place) }, config, place };
    const data = new DataStack(app, stackId(place, "Data"), props);
    const later: Stack[] = [];
    if (isAws && place !== "platform")
      later.push(new SqlStack(app, stackId(place, "Sql"), { ...props, region: place }));
    const api = new ApiStack(app, stackId(place, "Api"), { ...props, functions });
    later.push(new WorkflowStack(app, stackId(place, "Workflows"), { ...props, functions }), api);
    if (firewall) {
      const edgeProps = { ...props, functions, api: api.api, firewall };
      later.push(new EdgeStack(app, stackId(place, "Edge"), edgeProps));
      later.push(new OperationsStack(app, stackId(place, "Operations"), props));
    }
    for (const stack of later) stack.addStackDependency(data);
    return [data, ...later];
  });
  for (const stack of all.flat()) describe(stack);
}

function describe(stack: Stack): void {
  Tags.of(stack).add("application", "workspace-data-platform");
}
