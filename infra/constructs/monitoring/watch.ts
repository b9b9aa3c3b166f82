import {
  Alarm,
  ComparisonOperator,
  type IAlarmAction,
  type IMetric,
  TreatMissingData,
} from "aws-cdk-lib/aws-cloudwatch";
import type { Construct } from "constructs";

/** Metric that should stay below a limit. */
export interface Watched {
  name: string;
  /** Section of docs/operations.md that contains the steps; defaults to the name. */
  section?: string;
  /** Meaning of the alarm and the first step to take. */
  meaning: string;
  metric: IMetric;
  above: number;
  /** Number of periods of the metric, which default to five minutes. */
  periods: number;
  /** True if missing data raises the alarm, for scheduled work. */
  needsData?: boolean;
}

/** Creates an alarm with a description that contains its meaning and the section of the operations manual. */
export function watch(scope: Construct, prefix: string, watched: Watched, action: IAlarmAction): Alarm {
  const { name, section = name, meaning, metric, above, periods, needsData } = watched;
  const alarm = new Alarm(scope, name, {
    alarmName: `${prefix}-${name}`,
    alarmDescription: `${meaning} See docs/operations.md#${section}`,
    metric,
    threshold: above,
    evaluationPeriods: periods,
    comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
    treatMissingData: needsData ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
  });
  alarm.addAlarmAction(action);
  alarm.addOkAction(action);
  return alarm;
}
