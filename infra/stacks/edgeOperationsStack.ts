import { Duration, ReferenceStrength, Stack, type StackProps } from "aws-cdk-lib";
import {
  Alarm,
  ComparisonOperator,
  Dashboard,
  GraphWidget,
  type IMetric,
  Metric,
  TreatMissingData,
} from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import { Topic } from "aws-cdk-lib/aws-sns";
import { EmailSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import type { Construct } from "constructs";
import { WEB_ACL } from "#infra/constructs/edge/firewallRules.ts";
import type { Config } from "../config.ts";
import type { Place } from "../names.ts";
import type { EdgeStack } from "./edgeStack.ts";

export interface EdgeOperationsStackProps extends StackProps {
  config: Config;
  edges: readonly { place: Place; edge: EdgeStack }[];
}

const PERIOD = Duration.minutes(5);
/** Number of requests that are refused in five minutes before somebody is told: scanners are refused all day. */
const MANY_BLOCKS = 2_000;
const MANY_BLOCKED_TOKENS = 100;
/** Share of answers that are 5xx, in %. */
const MANY_ERRORS = 5;

/** Monitoring of edges and firewall, whose metrics are in us-east-1, wherever requests come from. */
export class EdgeOperationsStack extends Stack {
  constructor(scope: Construct, id: string, props: EdgeOperationsStackProps) {
    super(scope, id, props);
    const { config, edges } = props;
    const topic = new Topic(this, "Alarms", { topicName: "workspace-edge-alarms", enforceSSL: true });
    for (const address of config.alarmEmails) topic.addSubscription(new EmailSubscription(address));
    const action = new SnsAction(topic);
    const errors = edges.map(({ place, edge }) => {
      const DistributionId = Stack.consumeReference(edge.distribution.distributionId, ReferenceStrength.WEAK);
      const metric = cloudFront("5xxErrorRate", DistributionId, `${place}: 5xx in %`);
      this.#alarm(
        action,
        `edge-errors-${place.toLowerCase()}`,
        "edge-errors",
        metric,
        MANY_ERRORS,
        "The edge answers 5xx.",
      );
      return metric;
    });
    const blocks = blocked("ALL");
    const tokens = blocked("RequestsOfOneToken");
    this.#alarm(
      action,
      "firewall-blocks",
      "firewall-blocks",
      blocks,
      MANY_BLOCKS,
      "The firewall refuses many requests.",
    );
    this.#alarm(
      action,
      "firewall-tokens",
      "firewall-tokens",
      tokens,
      MANY_BLOCKED_TOKENS,
      "A client with a token sends more than the firewall lets through.",
    );
    const graph = (title: string, left: IMetric[]) => new GraphWidget({ title, left, width: 12, height: 6 });
    new Dashboard(this, "Dashboard", {
      dashboardName: "workspace-edge",
      widgets: [[graph("Answers 5xx in %", errors), graph("Refused by the firewall", [blocks, tokens])]],
    });
  }

  #alarm(
    action: SnsAction,
    name: string,
    section: string,
    metric: IMetric,
    above: number,
    meaning: string,
  ): void {
    const alarm = new Alarm(this, name, {
      alarmName: `workspace-${name}`,
      alarmDescription: `${meaning} See docs/operations.md#${section}`,
      metric,
      threshold: above,
      evaluationPeriods: 2,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      // Without requests there is nothing to report.
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
    alarm.addAlarmAction(action);
    alarm.addOkAction(action);
  }
}

function cloudFront(metricName: string, DistributionId: string, label: string): Metric {
  const dimensionsMap = { DistributionId, Region: "Global" };
  return new Metric({
    namespace: "AWS/CloudFront",
    metricName,
    statistic: "Average",
    period: PERIOD,
    dimensionsMap,
    label,
  });
}

function blocked(Rule: string): Metric {
  const dimensionsMap = { WebACL: WEB_ACL, Rule };
  return new Metric({
    namespace: "AWS/WAFV2",
    metricName: "BlockedRequests",
    statistic: "Sum",
    period: PERIOD,
    dimensionsMap,
  });
}
