import { Duration } from "aws-cdk-lib";
import { EventSourceMapping, type Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import { DeduplicationScope, FifoThroughputLimit, Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";
import type { Config } from "../config.ts";
import { names, type RegionName } from "../names.ts";
import { acknowledge } from "./acknowledge.ts";
import { reservedConcurrencyOf } from "./reservedConcurrency.ts";

/** Name of the step that receives the messages. */
export const RECEIVER = "commitQueuedLoads";

/** Maximum run time of the receiver: a commit retries conflicts for a minute. */
export const RECEIVER_TIMEOUT = Duration.seconds(90);

/** Time after which the messages of a receiver that died are delivered again. */
const VISIBILITY_TIMEOUT = Duration.seconds(180);

/** Number of deliveries after which a message is moved to the dead letters; a delivery that finds no free function counts, too. */
const MAX_RECEIVES = 5;

/** Maximum number of messages in one call, which SQS limits to 10 for ordered queues. */
const BATCH = 10;

/** Maximum number of concurrent receivers if no concurrency is reserved for them. */
const MAX_RECEIVERS = 20;

/** Returns whether loads commit through a queue. LocalStack's state machines do not wait for tokens. */
export function queuesCommits({ target, commits }: Config): boolean {
  return target === "aws" && commits === "queue";
}

/**
 * Creates the queue of a region's commits, with its dead letters and its receiver. Messages are grouped by workspace, so that
 * one receiver at a time commits for a workspace.
 */
export function commitQueue(
  scope: Construct,
  region: RegionName,
  receiver: LambdaFunction,
  config: Config,
): Queue {
  const shared = {
    fifo: true,
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    retentionPeriod: Duration.days(14),
  };
  const lost = new Queue(scope, "CommitDeadLetters", {
    ...shared,
    queueName: names.commitDeadLetters(region),
  });
  acknowledge(lost, { SQS3: "This queue is the dead-letter queue." });
  const queue = new Queue(scope, "Commits", {
    ...shared,
    queueName: names.commits(region),
    // Each message contains a unique token, so only a repeated message is dropped.
    contentBasedDeduplication: true,
    deduplicationScope: DeduplicationScope.MESSAGE_GROUP,
    fifoThroughputLimit: FifoThroughputLimit.PER_MESSAGE_GROUP_ID,
    visibilityTimeout: VISIBILITY_TIMEOUT,
    deadLetterQueue: { queue: lost, maxReceiveCount: MAX_RECEIVES },
  });
  new EventSourceMapping(scope, "CommitMessages", {
    target: receiver,
    eventSourceArn: queue.queueArn,
    batchSize: BATCH,
    maxConcurrency: reservedConcurrencyOf(config, RECEIVER) ?? MAX_RECEIVERS,
    reportBatchItemFailures: true,
  });
  return queue;
}
