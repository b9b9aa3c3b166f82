import { readFile } from "node:fs/promises";
import { functionArn, machineArn } from "./arns.ts";
import { LOCAL } from "./localEnvironment.ts";

/** Returns all state machines: the platform has those for workspaces, and each region has the others. */
export async function allMachines(): Promise<{ arn: string; definition: object }[]> {
  const regional = Object.values(LOCAL.awsRegions).flatMap((awsRegion) =>
    ["load", "task", "query", "maintenance"].map(async (name) => ({
      arn: machineArn(awsRegion, name),
      definition: await definition(`${name}.asl.json`, awsRegion),
    })),
  );
  const home = LOCAL.homeAwsRegion;
  const ofPlatform = ["workspace", "deletion"].map(async (name) => ({
    arn: machineArn(home, name),
    definition: await definition(`${name}.asl.json`, home),
  }));
  return await Promise.all([...regional, ...ofPlatform]);
}

/**
 * Returns a state machine's definition with its placeholders `${stepName}` replaced with the function ARNs of one region.
 */
async function definition(file: string, awsRegion: string): Promise<object> {
  const text = await readFile(new URL(`../statemachines/${file}`, import.meta.url), "utf8");
  return JSON.parse(text.replace(/\$\{(\w+)\}/g, (_, name: string) => functionArn(awsRegion, name)));
}
