import { gainWords, type RoundGain } from "#client/rounds/roundGains.ts";
import { formatValue } from "../../../parts/format.ts";

/** States the improvement of a round: `round 2: +0.4 (95 % interval 0.1 to 0.7): better.` */
export function gainSentence({ name, gain, interval }: RoundGain, unit: string | null): string {
  const value = gain ?? 0;
  const inUnit = unit === null ? "" : ` ${unit}`;
  const range =
    interval === null
      ? "no interval: repeat some variants within an import to measure the noise"
      : `95 % interval ${formatValue(interval[0])} to ${formatValue(interval[1])}`;
  return `${name}: ${value > 0 ? "+" : ""}${formatValue(value)}${inUnit} (${range}), ${gainWords({ gain, interval })}.`;
}
