import { readStateMachine } from "#shared/runtime/stateMachine.ts";
import { functionArn, machineArn } from "./arns.ts";
import { LOCAL } from "./localEnvironment.ts";

/** Returns all state machines: the platform has those for workspaces, and each region has the others. */
export function allMachines(): { arn: string; definition: object }[] {
  const regional = Object.values(LOCAL.awsRegions).flatMap((awsRegion) =>
    ["load", "task", "query", "maintenance"].map((name) => ({
      arn: machineArn(awsRegion, name),
      definition: definition(`${name}.asl.json`, awsRegion),
    })),
  );
  const home = LOCAL.homeAwsRegion;
  const ofPlatform = ["workspace", "deletion"].map((name) => ({
    arn: machineArn(home, name),
    definition: definition(`${name}.asl.json`, home),
  }));
  return [...regional, ...ofPlatform];
}

/**
 * Returns a state machine's definition with its placeholders `${stepName}` replaced with the function ARNs of one region.
 */
function definition(file: string, awsRegion: string): object {
  return JSON.parse(
    readStateMachine(file).replace(/\$\{(\w+)\}/g, (_, name: string) => functionArn(awsRegion, name)),
  );
}
