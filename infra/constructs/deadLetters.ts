import { Duration } from "aws-cdk-lib";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";
import { names, type Place } from "../names.ts";
import { acknowledge } from "./acknowledge.ts";

/** Creates the queue for a place's events that could not be processed, with an alarm. */
export function deadLetters(scope: Construct, place: Place): Queue {
  const queue = new Queue(scope, "DeadLetters", {
    queueName: names.deadLetters(place),
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    retentionPeriod: Duration.days(14),
  });
  acknowledge(queue, { SQS3: "This queue is the dead-letter queue." });
  return queue;
}
