import type { DoseFit } from "@pdp/science/doseResponse";
import { useEffect, useId, useMemo, useRef, useState } from "preact/hooks";
import { Card } from "../../parts/card.tsx";
import { DataTable } from "../../parts/dataTable.tsx";
import { Failure } from "../../parts/failure.tsx";
import { formatNumber, formatValue, plural } from "../../parts/format.ts";
import { Loading } from "../../parts/page.tsx";
import { saveFile } from "../../parts/saveFile.ts";
import { latestOf, useResource } from "../../resource.ts";
import { doseOfRows } from "../rows/doseOfRows.ts";
import type { FurtherChartProps } from "../rows/furtherChartProps.ts";
import type { DoseSeries } from "./doseSeries.ts";
import type { DoseFrame } from "./drawDose.ts";
import { fitsCsv } from "./fitsCsv.ts";
import { compareFits, fitWords } from "./fitWords.ts";
import { useFits } from "./useFits.ts";

/** Columns with the doses and the responses. */
interface Labels {
  dose: string;
  response: string;
}

/** Number of panels shown, and added by the button below them. */
const PANELS = 12;

/** Dose–response curves as small multiples with the same axes, and a table of their figures. A name opens its variant. */
export function DoseResponse({ title, rows, choice, note, pathOf }: FurtherChartProps) {
  const { series, note: leftOut } = useMemo(() => doseOfRows(rows, choice), [rows, choice]);
  const labels = { dose: choice.x, response: choice.y };
  const { fits, error } = useFits(series);
  const [shown, setShown] = useState(PANELS);
  const library = useResource("dose library", () => import("./drawDose.ts"));
  const drawing = latestOf(library);
  const frame = useMemo(() => drawing?.frameOf(series) ?? null, [drawing, series]);
  const determined = [...fits.values()].filter(({ state }) => state === "DETERMINED").length;
  if (series.length === 0) return <p>No row has a dose and a response.</p>;
  return (
    <>
      <Card title={title}>
        <p class="small muted" role="status">
          {fits.size < series.length && error === null
            ? `Fitting curves: ${fits.size} of ${series.length}…`
            : `${plural(series.length, "variant")}; the EC50 of ${formatNumber(determined)} is determined.`}{" "}
          Curves have four parameters; the shaded range contains the EC50 with 95 % confidence. {note}
          {leftOut}
        </p>
        {error && <Failure error={error} />}
        {library.state === "failed" && <Failure error={library.error} />}
        {!drawing && library.state !== "failed" && <Loading label="Drawing" />}
        <ul class="dose-panels">
          {drawing &&
            frame &&
            series
              .slice(0, shown)
              .map((variant, at) => (
                <Panel
                  key={variant.name}
                  series={variant}
                  fit={fits.get(at)}
                  href={variant.sequence === null ? null : pathOf(variant.sequence)}
                  draw={(fit) => drawing.drawDose(variant.values, fit, frame as DoseFrame, labels)}
                />
              ))}
        </ul>
        {shown < series.length && (
          <button type="button" onClick={() => setShown(shown + PANELS)}>
            Show {Math.min(PANELS, series.length - shown)} more of {formatNumber(series.length)}
          </button>
        )}
      </Card>
      {fits.size > 0 && <Figures series={series} fits={fits} labels={labels} pathOf={pathOf} />}
    </>
  );
}

interface PanelProps {
  series: DoseSeries;
  fit: DoseFit | undefined;
  href: string | null;
  draw: (fit: DoseFit | undefined) => Element;
}

function Panel({ series, fit, href, draw }: PanelProps) {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => container.current?.replaceChildren(draw(fit)), [series, fit]);
  return (
    <li>
      <h3>{href === null ? series.name : <a href={href}>{series.name}</a>}</h3>
      <p class="small">{fit ? fitWords(fit) : "…"}</p>
      <div class="chart-small" ref={container} />
    </li>
  );
}

interface FiguresProps {
  series: readonly DoseSeries[];
  fits: ReadonlyMap<number, DoseFit>;
  labels: Labels;
  pathOf: (sequence: string) => string;
}

/** Figures of all fits, the lowest EC50 first. */
function Figures({ series, fits, labels, pathOf }: FiguresProps) {
  const id = useId();
  const rows = series
    .flatMap((variant, at) => {
      const fit = fits.get(at);
      return fit ? [{ ...variant, fit }] : [];
    })
    .sort((a, b) => compareFits(a.fit, b.fit));
  const numbers = ["Slope", "At dose 0", "At high doses", "Responses"];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keys where it is wider than the page
    <section class="card scroll" aria-labelledby={id} tabIndex={0}>
      <header>
        <h2 id={id}>EC50 of each variant</h2>
        <span class="small muted">
          in the unit of {labels.dose}; 95 % interval in parentheses; lowest first
        </span>
        <button
          type="button"
          class="small"
          disabled={rows.length < series.length}
          onClick={() => saveFile(`${labels.response}-ec50.csv`, "text/csv", fitsCsv(rows))}
        >
          Download EC50 values (CSV)
        </button>
      </header>
      <DataTable columns={["Variant", "EC50", ...numbers.map((label) => ({ label, as: "number" as const }))]}>
        {rows.map(({ name, sequence, values, fit }) => (
          <tr key={name}>
            <th scope="row">{sequence === null ? name : <a href={pathOf(sequence)}>{name}</a>}</th>
            <td class="whole">{fitWords(fit).replace(/^EC50 (?=\d|above|below)/, "")}</td>
            {curveFigures(fit).map((figure, at) => (
              <td key={numbers[at]} class="number">
                {figure === null ? "–" : formatValue(figure)}
              </td>
            ))}
            <td class="number">{formatNumber(values.length)}</td>
          </tr>
        ))}
      </DataTable>
    </section>
  );
}

/** Slope and plateaus of a fit. A plateau that the doses do not reach is not stated. */
function curveFigures(fit: DoseFit): (number | null)[] {
  if (fit.state !== "DETERMINED") return [null, null, null];
  return [fit.curve.slope, fit.curve.atZero, fit.curve.atHigh];
}
