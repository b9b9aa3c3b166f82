import type { ComponentType } from "preact";
import { Failure } from "../../parts/failure.tsx";
import { Loading } from "../../parts/page.tsx";
import { useResource } from "../../resource.ts";
import type { ChartChoice } from "./chartChoice.ts";
import type { FurtherChartProps } from "./furtherChartProps.ts";

/** Kinds of chart that few tables allow; each is loaded when it is chosen. */
const FURTHER = {
  epistasis: async (): Promise<ComponentType<FurtherChartProps>> =>
    (await import("./epistasisChart.tsx")).EpistasisChart,
  dose: async (): Promise<ComponentType<FurtherChartProps>> =>
    (await import("../dose/doseResponse.tsx")).DoseResponse,
};
export type FurtherKind = keyof typeof FURTHER;

/** Returns the kind of a chart that is loaded when it is chosen; null for other kinds. */
export function furtherKind(kind: ChartChoice["kind"]): FurtherKind | null {
  return kind === "epistasis" || kind === "dose" ? kind : null;
}

export function FurtherChart({ kind, ...props }: FurtherChartProps & { kind: FurtherKind }) {
  const loaded = useResource(`chart ${kind}`, FURTHER[kind]);
  if (loaded.state === "failed") return <Failure error={loaded.error} />;
  if (loaded.state === "loading") return <Loading label="Drawing" />;
  return <loaded.value {...props} />;
}
