import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { Card } from "../parts/card.tsx";
import { Failure } from "../parts/failure.tsx";
import { Loading } from "../parts/page.tsx";
import { sayError } from "../parts/toast.tsx";
import { latestOf, useResource } from "../resource.ts";
import type { Chart, Selection } from "./chart.ts";
import { ChartPointer } from "./chartPointer.tsx";
import { ChartTable } from "./chartTable.tsx";
import { describeChart } from "./describeChart.ts";
import type { Drawn } from "./draw/drawChart.ts";
import { marksOf } from "./marksOf.ts";
import type { PictureFormat } from "./saveChart.ts";
import { useWidth } from "./useWidth.ts";

const FORMATS: readonly PictureFormat[] = ["PNG", "SVG"];

interface ChartViewProps {
  title: string;
  chart: Chart;
  /** Sentence appended to the chart description. */
  note?: string;
  /** Controls next to the title. */
  actions?: ComponentChildren;
  /** Called with the ranges selected by dragging over the chart. */
  onSelect?: (selection: Selection) => void;
  children?: ComponentChildren;
}

/**
 * Interactive chart in a card. Hovering names a mark, clicking opens its page, and dragging selects ranges. The same
 * information is available as a sentence, through the arrow keys, and as a table. The drawing library is loaded with the first
 * chart.
 */
export function ChartView({ title, chart, note, actions, onSelect, children }: ChartViewProps) {
  const holder = useRef<HTMLDivElement>(null);
  const width = useWidth(holder);
  const library = useResource("chart library", () => import("./draw/drawChart.ts"));
  const draw = latestOf(library)?.drawChart;
  const marks = useMemo(() => marksOf(chart), [chart]);
  const drawn = useMemo(() => (draw && width > 0 ? draw(chart, width) : null), [draw, chart, width]);
  return (
    <Card
      title={title}
      actions={
        <>
          {actions}
          {drawn && FORMATS.map((format) => <SavePicture key={format} {...{ title, drawn, format }} />)}
        </>
      }
    >
      <p class="small muted">
        {describeChart(chart)}
        {note && ` ${note}`}
      </p>
      {library.state === "failed" && <Failure error={library.error} />}
      {!draw && library.state !== "failed" && <Loading label="Drawing" />}
      <div class="chart" ref={holder}>
        {drawn && <Picture drawn={drawn} />}
        {drawn && <ChartPointer title={title} drawn={drawn} marks={marks} {...(onSelect && { onSelect })} />}
      </div>
      {children}
      <ChartTable title={title} marks={marks} />
    </Card>
  );
}

interface SavePictureProps {
  title: string;
  drawn: Drawn;
  format: PictureFormat;
}

/** Button that saves a chart as a picture. */
function SavePicture({ title, drawn, format }: SavePictureProps) {
  const save = async () => (await import("./saveChart.ts")).saveChart(title, drawn, format);
  return (
    <button
      type="button"
      class="small"
      title={`Save this chart as ${format}`}
      onClick={() => void save().catch(sayError)}
    >
      {format}
    </button>
  );
}

function Picture({ drawn: { picture, legend } }: { drawn: Drawn }) {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    container.current?.replaceChildren(picture, ...(legend === null ? [] : [legend]));
  }, [picture, legend]);
  return <div ref={container} />;
}
