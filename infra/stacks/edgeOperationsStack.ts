import { Duration, ReferenceStrength, Stack, type StackProps } from "aws-cdk-lib";
import { Dashboard, GraphWidget, type IMetric, Metric } from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import { Topic } from "aws-cdk-lib/aws-sns";
import { EmailSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import type { Construct } from "constructs";
import { WEB_ACL } from "#infra/constructs/edge/firewallRules.ts";
import { type Watched, watch } from "#infra/constructs/monitoring/watch.ts";
import type { Config } from "../config.ts";
import type { Location } from "../names.ts";
import type { EdgeStack } from "./edgeStack.ts";

export interface EdgeOperationsStackProps extends StackProps {
  config: Config;
  edges: readonly { location: Location; edge: EdgeStack }[];
}

const PERIOD = Duration.minutes(5);
/** Number of refused requests in five minutes that raises the alarm; scanners cause some refusals throughout the day. */
const MANY_BLOCKS = 2_000;
const MANY_BLOCKED_TOKENS = 100;
/** Percentage of 5xx responses. */
const MANY_ERRORS = 5;

/** Monitoring for edges and firewall; their metrics are in us-east-1, regardless of where requests come from. */
export class EdgeOperationsStack extends Stack {
  constructor(scope: Construct, id: string, props: EdgeOperationsStackProps) {
    super(scope, id, props);
    const { config, edges } = props;
    const topic = new Topic(this, "Alarms", { topicName: "workspace-edge-alarms", enforceSSL: true });
    for (const address of config.alarmEmails) topic.addSubscription(new EmailSubscription(address));
    const action = new SnsAction(topic);
    const errors = edges.map(({ location, edge }) => {
      const DistributionId = Stack.consumeReference(edge.distribution.distributionId, ReferenceStrength.WEAK);
      const metric = cloudFront("5xxErrorRate", DistributionId, `${location}: 5xx in %`);
      return { location, metric };
    });
    const blocks = blocked("ALL");
    const tokens = blocked("RequestsOfOneToken");
    const watched: Omit<Watched, "periods">[] = [
      ...errors.map(({ location, metric }) => ({
        name: `edge-errors-${location.toLowerCase()}`,
        section: "edge-errors",
        meaning: "The edge returns 5xx errors.",
        metric,
        above: MANY_ERRORS,
      })),
      {
        name: "firewall-blocks",
        meaning: "The firewall is rejecting many requests.",
        metric: blocks,
        above: MANY_BLOCKS,
      },
      {
        name: "firewall-tokens",
        meaning: "A client with a token exceeds the firewall's rate limit.",
        metric: tokens,
        above: MANY_BLOCKED_TOKENS,
      },
    ];
    for (const metric of watched) watch(this, "workspace", { ...metric, periods: 2 }, action);
    const graph = (title: string, left: IMetric[]) => new GraphWidget({ title, left, width: 12, height: 6 });
    new Dashboard(this, "Dashboard", {
      dashboardName: "workspace-edge",
      widgets: [
        [
          graph(
            "Answers 5xx in %",
            errors.map(({ metric }) => metric),
          ),
          graph("Blocked by the firewall", [blocks, tokens]),
        ],
      ],
    });
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
