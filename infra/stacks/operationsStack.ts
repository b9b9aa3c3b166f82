import { Stack } from "aws-cdk-lib";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import { FilterPattern, LogGroup, MetricFilter } from "aws-cdk-lib/aws-logs";
import { Topic } from "aws-cdk-lib/aws-sns";
import { EmailSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import type { Construct } from "constructs";
import { locationAlarms } from "#infra/constructs/monitoring/locationAlarms.ts";
import { locationDashboard } from "#infra/constructs/monitoring/locationDashboard.ts";
import { locationMetrics, UPLOAD_ERRORS } from "#infra/constructs/monitoring/locationMetrics.ts";
import { logGroupName } from "#infra/constructs/permissions/functionRole.ts";
import { CANARY, UPLOADS } from "../bundle.ts";
import { canary } from "../constructs/monitoring/canary.ts";
import { names, type RegionName } from "../names.ts";
import type { FunctionStackProps } from "./workflowStack.ts";

/**
 * Monitoring for a location. It refers to the other stacks only by name, so that it can be removed and recreated at any time.
 */
export class OperationsStack extends Stack {
  constructor(scope: Construct, id: string, props: FunctionStackProps) {
    super(scope, id, props);
    const { config, location, functions } = props;
    const topic = new Topic(this, "Alarms", { topicName: names.alarmTopic(location), enforceSSL: true });
    for (const address of config.alarmEmails) topic.addSubscription(new EmailSubscription(address));
    const metrics = locationMetrics(config, location);
    if (location !== "platform") {
      this.#countUploadErrors(location);
      const bundle = functions[CANARY];
      if (!bundle) throw new Error("The canary bundle is missing");
      canary(this, config, location, bundle);
    }
    const alarms = locationAlarms(this, location, metrics, new SnsAction(topic));
    locationDashboard(this, location, metrics, alarms);
  }

  #countUploadErrors(region: RegionName): void {
    const log = logGroupName(names.function(region, UPLOADS));
    new MetricFilter(this, "UploadErrors", {
      logGroup: LogGroup.fromLogGroupName(this, "UploadLog", log),
      // Log message for every error that is not caused by the request.
      filterPattern: FilterPattern.allTerms("unexpected error"),
      metricNamespace: UPLOAD_ERRORS.namespace,
      metricName: UPLOAD_ERRORS.nameOf(region),
      defaultValue: 0,
    });
  }
}
