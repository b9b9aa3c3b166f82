import { type App, RemovalPolicies, type Stack, Tags } from "aws-cdk-lib";
import { CfnLogGroup } from "aws-cdk-lib/aws-logs";
import type { WrittenConsole } from "#build/console/writeConsole.ts";
import type { Bundle } from "../bundle.ts";
import type { Config } from "../config.ts";
import { awsRegionOf, LOCATIONS, type Location, stackId } from "../names.ts";
import { ApiStack } from "./apiStack.ts";
import { ConsoleStack } from "./consoleStack.ts";
import { DataStack } from "./dataStack.ts";
import { EdgeOperationsStack } from "./edgeOperationsStack.ts";
import { EdgeStack } from "./edgeStack.ts";
import { FirewallStack } from "./firewallStack.ts";
import { OperationsStack } from "./operationsStack.ts";
import { SqlStack } from "./sqlStack.ts";
import { WorkflowStack } from "./workflowStack.ts";

/**
 * Builds all stacks of one deployment: the platform's stacks in its home region, and each region's stacks in that region.
 */
export function buildStacks(
  app: App,
  config: Config,
  functions: Record<string, Bundle>,
  consoleFiles: WrittenConsole,
): void {
  const isAws = config.target === "aws";
  const firewall = isAws
    ? // The edge accepts only firewalls in us-east-1. They inspect requests and store nothing.
      new FirewallStack(app, "Firewall", { env: { account: config.account, region: "us-east-1" }, config })
    : null;
  const propsOf = (location: Location) => ({
    env: { account: config.account, region: awsRegionOf(config, location) },
    config,
    location,
  });
  const data = LOCATIONS.map(
    (location) =>
      new DataStack(app, stackId(location, "Data"), { ...propsOf(location), terminationProtection: isAws }),
  );
  const edges: { location: Location; edge: EdgeStack }[] = [];
  for (const location of LOCATIONS) {
    const props = { ...propsOf(location), functions };
    const api = new ApiStack(app, stackId(location, "Api"), props);
    const later: Stack[] = [new WorkflowStack(app, stackId(location, "Workflows"), props), api];
    if (isAws && location !== "platform") {
      later.push(new SqlStack(app, stackId(location, "Sql"), { env: props.env, config, region: location }));
    }
    if (firewall) {
      const edge = new EdgeStack(app, stackId(location, "Edge"), { ...props, api: api.api, firewall });
      const operations = new OperationsStack(app, stackId(location, "Operations"), props);
      // Counts lines in the upload server's log.
      operations.addStackDependency(edge);
      later.push(edge, operations);
      edges.push({ location, edge });
    }
    if (firewall && location === "platform") {
      const { env } = props;
      later.push(new ConsoleStack(app, "PlatformConsole", { env, config, files: consoleFiles, firewall }));
    }
    // Stacks in one AWS region share the role with which API Gateway writes its logs.
    const first = data.filter((stack) => stack.region === api.region);
    for (const stack of later) for (const earlier of first) stack.addStackDependency(earlier);
  }
  if (isAws) {
    // Metrics of edges and firewalls are in us-east-1.
    new EdgeOperationsStack(app, "EdgeOperations", {
      env: { account: config.account, region: "us-east-1" },
      config,
      edges,
    });
  }
  // Logs outlive their sources, but not a failed deployment; otherwise the next attempt would find their names in use.
  const ofLogs = { applyToResourceTypes: [CfnLogGroup.CFN_RESOURCE_TYPE_NAME] };
  if (isAws) RemovalPolicies.of(app).retainOnUpdateOrDelete(ofLogs);
  else RemovalPolicies.of(app).destroy(ofLogs);
  // CloudFormation gives the tags of a stack to its resources; stating them for each would add 3 % to the templates.
  Tags.of(app).add("application", "workspace-data-platform", { includeResourceTypes: ["aws:cdk:stack"] });
}
