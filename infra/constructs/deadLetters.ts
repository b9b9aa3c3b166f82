import { Duration } from "aws-cdk-lib";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";
import { type Location, names } from "../names.ts";
import { acknowledge } from "./acknowledge.ts";

/** Creates the queue for a location's events that could not be processed, with an alarm. */
export function deadLetters(scope: Construct, location: Location): Queue {
  const queue = new Queue(scope, "DeadLetters", {
    queueName: names.deadLetters(location),
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    retentionPeriod: Duration.days(14),
  });
  acknowledge(queue, { SQS3: "This queue is the dead-letter queue." });
  return queue;
}
