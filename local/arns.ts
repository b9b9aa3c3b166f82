import { type StepName, steps } from "#functions/steps.ts";

/** Account number in local ARNs. */
const ACCOUNT = "000000000000";

export function functionArn(awsRegion: string, name: string): string {
  return `arn:aws:lambda:${awsRegion}:${ACCOUNT}:function:${name}`;
}

export function machineArn(awsRegion: string, name: string): string {
  return `arn:aws:states:${awsRegion}:${ACCOUNT}:stateMachine:${name}`;
}

/** Returns the step named by a function ARN, and the AWS region in which it is called. */
export function stepOfArn(arn: string): { name: StepName; awsRegion: string } {
  const [, , , awsRegion = "", , , name = ""] = arn.split(":");
  if (!Object.hasOwn(steps, name)) throw new Error(`Unknown step ${name}`);
  return { name: name as StepName, awsRegion };
}
