import { Duration } from "aws-cdk-lib";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";
import { names, type Place } from "../names.ts";
import { acknowledge } from "./acknowledge.ts";

/** Where events of a place go that could not be handled; an alarm watches over it. */
export function deadLetters(scope: Construct, place: Place): Queue {
  const queue = new Queue(scope, "DeadLetters", {
    queueName: names.deadLetters(place),
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    retentionPeriod: Duration.days(14),
  });
  acknowledge(queue, { SQS3: "It is the queue of dead letters." });
  return queue;
}
