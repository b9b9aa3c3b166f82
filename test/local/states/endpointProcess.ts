import { appendFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { startStates } from "#local/states/startStates.ts";
import { CREDENTIALS, functionArn, invokeOf, machineArn } from "./endpoint.ts";

/*
 * The endpoint in a separate process that can be killed. Its arguments: the journal's folder, and a folder in which each
 * call adds the function's name to the file `calls`; the function `hold` ends only where a file `released` lies there.
 */

const [directory = "", folder = ""] = process.argv.slice(2);
const task = (name: string, next?: string) => ({
  Type: "Task",
  Resource: functionArn(name),
  ResultPath: `$.${name}`,
  ...(next === undefined ? { End: true } : { Next: next }),
});

function recordCall(name: string): string {
  appendFileSync(join(folder, "calls"), `${name}\n`);
  return `${name} done`;
}

const running = await startStates({
  directory,
  credentials: CREDENTIALS,
  machines: [
    {
      arn: machineArn("work"),
      definition: {
        TimeoutSeconds: 3600,
        StartAt: "First",
        States: {
          First: task("first", "Choose"),
          Choose: {
            Type: "Choice",
            Choices: [{ Variable: "$.first", StringEquals: "first done", Next: "Hold" }],
          },
          Hold: task("hold", "Last"),
          Last: task("last"),
        },
      },
    },
    {
      arn: machineArn("wait"),
      definition: {
        StartAt: "First",
        States: {
          First: task("first", "Wait"),
          Wait: { Type: "Wait", TimestampPath: "$.until", Next: "Last" },
          Last: task("last"),
        },
      },
    },
  ],
  invoke: invokeOf({
    first: () => recordCall("first"),
    hold: () => {
      const answer = recordCall("hold");
      return existsSync(join(folder, "released")) ? answer : new Promise(() => undefined);
    },
    last: () => recordCall("last"),
  }),
});
process.stdout.write(`${running.url}\n`);
