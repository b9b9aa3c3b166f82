import { describe, expect, it } from "vitest";
import { withQueuedCommits } from "#infra/constructs/queuedCommits.ts";
import { queueArn, REGIONS, type RegionName } from "#infra/names.ts";
import { settingsFrom } from "#shared/runtime/environment.ts";
import { rolesOf } from "./roles.ts";
import { isAllowed, type Statement } from "./simulatePolicy.ts";
import { ofType, type SynthesizedStack, synthesize } from "./synthesized.ts";

/** States of the machine of loads that commit. */
const COMMITTING = ["Commit", "Revise"];

/** Defines tests that share a single synthesis with the tests in other files. */
export function commitQueueCases(): void {
  const { config, stacks } = synthesize();
  const prefix = (region: RegionName) => `workspace-${region.toLowerCase()}`;

  /** Definition of the loads of a region. */
  function loadsIn(of: readonly SynthesizedStack[], region: RegionName) {
    const machine = ofType(of, "AWS::StepFunctions::StateMachine").find(
      ({ resource }) => resource.Properties.StateMachineName === `workspace-load-${region.toLowerCase()}`,
    );
    return machine?.resource.Properties as {
      DefinitionString: string;
      DefinitionSubstitutions: Record<string, unknown>;
    };
  }

  function settingsOf(of: readonly SynthesizedStack[], name: string) {
    const resourceFound = ofType(of, "AWS::Lambda::Function").find(
      ({ resource }) => resource.Properties.FunctionName === name,
    );
    return settingsFrom(resourceFound?.resource.Properties.Environment.Variables);
  }

  describe("the queue of commits", () => {
    it("each region has one ordered, encrypted queue with dead letters", () => {
      for (const region of REGIONS) {
        const queues = ofType(stacks, "AWS::SQS::Queue").filter(({ resource }) =>
          String(resource.Properties.QueueName).startsWith(`${prefix(region)}-commits`),
        );
        const named = Object.fromEntries(
          queues.map(({ id, resource }) => [resource.Properties.QueueName, { id, ...resource.Properties }]),
        );
        const lost = named[`${prefix(region)}-commits-dead-letters.fifo`];
        expect(named[`${prefix(region)}-commits.fifo`]).toMatchObject({
          FifoQueue: true,
          ContentBasedDeduplication: true,
          SqsManagedSseEnabled: true,
          FifoThroughputLimit: "perMessageGroupId",
          RedrivePolicy: { deadLetterTargetArn: { "Fn::GetAtt": [lost.id, "Arn"] }, maxReceiveCount: 5 },
        });
        expect(lost).toMatchObject({ FifoQueue: true, SqsManagedSseEnabled: true });
        const protectedQueues = JSON.stringify(ofType(stacks, "AWS::SQS::QueuePolicy"));
        for (const { id } of queues) expect(protectedQueues).toContain(`"Queues":[{"Ref":"${id}"}]`);
      }
    });

    it("one function receives up to ten messages, and reports each one that must be delivered again", () => {
      const mappings = ofType(stacks, "AWS::Lambda::EventSourceMapping");
      expect(mappings).toHaveLength(REGIONS.length);
      for (const { stack, resource } of mappings) {
        const { FunctionName, ...rest } = resource.Properties;
        const receiver = stack.resources[FunctionName.Ref]?.Properties;
        expect(receiver.FunctionName).toMatch(/-commitQueuedLoads$/);
        expect(rest).toMatchObject({
          BatchSize: 10,
          FunctionResponseTypes: ["ReportBatchItemFailures"],
          ScalingConfig: { MaximumConcurrency: 20 },
        });
        // Lambda refuses a queue that delivers a message again while its receiver is still running.
        const queue = stack.resources[rest.EventSourceArn["Fn::GetAtt"][0]]?.Properties;
        expect(queue.VisibilityTimeout).toBeGreaterThanOrEqual(receiver.Timeout);
        const deliveries = queue.RedrivePolicy.maxReceiveCount * queue.VisibilityTimeout;
        const heartbeats = [
          ...loadsIn([stack], regionOf(stack)).DefinitionString.matchAll(/"HeartbeatSeconds":(\d+)/g),
        ];
        expect(heartbeats).toHaveLength(COMMITTING.length);
        for (const [, seconds] of heartbeats) expect(Number(seconds)).toBeGreaterThan(deliveries);
      }
    });

    it("the states that commit send a message of their workspace's group and wait for its result", () => {
      for (const region of REGIONS) {
        const { DefinitionString, DefinitionSubstitutions } = loadsIn(stacks, region);
        const { States } = JSON.parse(DefinitionString);
        const waiting = Object.keys(States).filter((name) => "HeartbeatSeconds" in States[name]);
        expect(waiting).toEqual(COMMITTING);
        for (const name of waiting) {
          expect(States[name]).toMatchObject({
            Resource: "arn:aws:states:::sqs:sendMessage.waitForTaskToken",
            Parameters: {
              QueueUrl: "$" + "{commitQueueUrl}",
              "MessageGroupId.$": "$.workspace_id",
              MessageBody: { "token.$": "$$.Task.Token", "input.$": "$" },
            },
            ResultPath: "$.commit",
            Next: "Committed",
          });
          expect(States[name].Retry.length).toBeGreaterThan(0);
          expect(States[name].Catch[0].Next).toBe("Fail");
        }
        // CloudFormation replaces exactly the names in the text.
        const used = new Set([...DefinitionString.matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name));
        expect(Object.keys(DefinitionSubstitutions).sort()).toEqual([...used].sort());
        expect(DefinitionSubstitutions.commitQueueUrl).toEqual({ Ref: expect.stringMatching(/^Commits/) });
      }
    });

    it("the definition with a queue follows the states language", async () => {
      const { default: aslValidator } = await import("asl-validator");
      const { DefinitionString } = loadsIn(stacks, "EU");
      const arn = "arn:aws:lambda:eu-central-1:000000000000:function:f";
      const definition = JSON.parse(DefinitionString.replaceAll(/\$\{\w+\}/g, arn));
      expect(aslValidator(definition)).toMatchObject({ isValid: true });
      definition.States.Commit.HeartbeatSeconds = "soon";
      expect(aslValidator(definition)).toMatchObject({ isValid: false });
    });

    it("only state machines of loads may send, and only the receiver may receive and report", () => {
      for (const region of REGIONS) {
        const may = (action: string, resource: string): string[] =>
          [...rolesOf(stacks).values()]
            .filter(({ stack, statements }) =>
              isAllowed(resolved(statements, stack.includes(region) ? region : null), { action, resource }),
            )
            .map(({ name }) => name);
        const queue = queueArn(config, region, `${prefix(region)}-commits.fifo`);
        const machine = `arn:aws:states:${config.regions[region]}:${config.account}:stateMachine:workspace-load-${region.toLowerCase()}`;
        const receiver = `${prefix(region)}-commitQueuedLoads`;
        expect(may("sqs:SendMessage", queue)).toEqual([`workspace-load-${region.toLowerCase()}-machine`]);
        for (const action of ["sqs:ReceiveMessage", "sqs:DeleteMessage"])
          expect(may(action, queue)).toEqual([receiver]);
        for (const action of ["states:SendTaskSuccess", "states:SendTaskFailure"])
          expect(may(action, machine)).toEqual([receiver]);
      }
    });

    it("small loads leave their commit to the queue exactly where one exists", () => {
      const direct = synthesize({ commits: "direct" }).stacks;
      const onLocalstack = synthesize({ target: "localstack" }).stacks;
      for (const region of REGIONS) {
        const name = `${prefix(region)}-planLoad`;
        expect(settingsOf(stacks, name).queuesCommits).toBe(true);
        for (const without of [direct, onLocalstack]) {
          expect(settingsOf(without, name).queuesCommits).toBe(false);
          expect(ofType(without, "AWS::Lambda::EventSourceMapping")).toEqual([]);
          expect(loadsIn(without, region).DefinitionString).not.toContain("sqs");
        }
      }
    });

    it("a definition without steps that commit stays the same", () => {
      const task = { StartAt: "A", States: { A: { Type: "Task", Resource: "$" + "{runTask}", End: true } } };
      expect(JSON.parse(withQueuedCommits(JSON.stringify(task)))).toEqual(task);
    });
  });

  /** Replaces references to the queue of a region by its ARN; the stacks of regions use the same logical id. */
  function resolved(statements: readonly Statement[], region: RegionName | null): Statement[] {
    const arn = region ? queueArn(config, region, `${prefix(region)}-commits.fifo`) : "elsewhere";
    const text = JSON.stringify(statements);
    return JSON.parse(text.replaceAll(/\{"Fn::GetAtt":\["Commits[0-9A-F]+","Arn"\]\}/g, JSON.stringify(arn)));
  }
}

function regionOf({ name }: SynthesizedStack): RegionName {
  return name.includes("US") ? "US" : "EU";
}
