import { Stack } from "aws-cdk-lib";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import { Topic } from "aws-cdk-lib/aws-sns";
import { EmailSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import type { Construct } from "constructs";
import { placeAlarms } from "../constructs/placeAlarms.ts";
import { placeDashboard } from "../constructs/placeDashboard.ts";
import { placeMetrics } from "../constructs/placeMetrics.ts";
import { names } from "../names.ts";
import type { PlaceStackProps } from "./dataStack.ts";

/** How a place is watched. It knows the other stacks by names only, so that it can be deployed and removed at any time. */
export class OperationsStack extends Stack {
  constructor(scope: Construct, id: string, props: PlaceStackProps) {
    super(scope, id, props);
    const { config, place } = props;
    const topic = new Topic(this, "Alarms", { topicName: names.alarmTopic(place), enforceSSL: true });
    for (const address of config.alarmEmails) topic.addSubscription(new EmailSubscription(address));
    const metrics = placeMetrics(config, place);
    const alarms = placeAlarms(this, place, metrics, new SnsAction(topic));
    placeDashboard(this, place, metrics, alarms);
  }
}
