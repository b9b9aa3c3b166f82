import type { Structure } from "@pdp/formats/proteins";
import { useEffect, useRef, useState } from "preact/hooks";
import { saveFile } from "../../parts/saveFile.ts";
import { sayError } from "../../parts/toast.tsx";
import { drawLegend, LEGEND_HEIGHT, legendBar } from "../table/heatmap/legend.ts";
import type { Legend } from "../table/heatmap/legendWords.ts";
import { drawMolecule, type MoleculeView, NoGraphics } from "./moleculeView.ts";
import { hexOf } from "./residueTracks.ts";

interface StructureViewerProps {
  name: string;
  structure: Pick<Structure, "residues" | "others">;
  /** Color of a residue by its key: a color, or the number of a category. */
  colourOf: (key: string) => string | number;
  /** Null if residues are colored by chain. */
  legend: Legend | null;
  /** Describes the colors in a saved picture. */
  title: string;
  /** Keys of the marked residues. */
  marked: readonly string[];
  onPoint: (key: string | null) => void;
}

const TURN_DEGREES = 30;
const ZOOM = 1.25;
const CATEGORIES = 7;
const PICTURE_INK = { text: "#1b1f23", paper: "#fff", muted: "#57606a", line: "#8b939b", missing: "#eeeeea" };

/** Picture of a structure that can be turned with the pointer or with buttons, and saved. */
export function StructureViewer({
  name,
  structure,
  colourOf,
  legend,
  title,
  marked,
  onPoint,
}: StructureViewerProps) {
  const element = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<MoleculeView | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const point = useRef(onPoint);
  point.current = onPoint;
  useEffect(() => {
    let opened: MoleculeView | null = null;
    let isClosed = false;
    const box = element.current;
    if (!box) return;
    // The library waits before it reports: by then, the pointer may be on another part of the page.
    const report = (key: string | null) => box.matches(":hover") && point.current(key);
    drawMolecule(box, structure, report).then(
      (made) => {
        opened = made;
        if (isClosed) made.close();
        else setView(made);
      },
      (error: unknown) => setProblem(problemOf(error)),
    );
    return () => {
      isClosed = true;
      opened?.close();
      setView(null);
    };
  }, [structure]);
  useEffect(() => {
    if (!view || !element.current) return;
    const box = element.current;
    const paint = () => view.paint({ ...colours(box), residueColour: (key) => solid(box, colourOf(key)) });
    paint();
    const scheme = window.matchMedia("(prefers-color-scheme: dark)");
    scheme.addEventListener("change", paint);
    return () => scheme.removeEventListener("change", paint);
  }, [view, colourOf]);
  useEffect(() => view?.mark(marked), [view, marked.join()]);
  const save = async () => {
    if (!view) return;
    try {
      await savePicture(view, name, legend, title);
    } catch (error) {
      sayError(error);
    }
  };
  return (
    <>
      {legend && (
        <div class="row heat-legend">
          <span class="small">{legend.worst}</span>
          <span class="heat-scale" aria-hidden="true" style={{ background: legendBar(legend) }} />
          <span class="small">
            {legend.best}; white: {legend.middle}
          </span>
          <span class="small muted">gray: no value</span>
        </div>
      )}
      {problem !== null && <p class="notice warn">{problem}</p>}
      <div
        ref={element}
        class="molecule"
        hidden={problem !== null}
        data-drawn={view !== null}
        role="img"
        aria-label={`Structure ${name}; the table below it has the same values`}
        // The wheel scrolls the page; with Ctrl, it zooms.
        onWheelCapture={(event) => {
          if (!event.ctrlKey) event.stopPropagation();
        }}
      />
      {problem === null && (
        <div class="row">
          {(
            [
              ["Turn left", () => view?.turn(-TURN_DEGREES)],
              ["Turn right", () => view?.turn(TURN_DEGREES)],
              ["Zoom in", () => view?.zoom(ZOOM)],
              ["Zoom out", () => view?.zoom(1 / ZOOM)],
              ["Show all", () => view?.reset()],
              ["PNG", () => void save()],
            ] as const
          ).map(([label, run]) => (
            <button key={label} type="button" class="small" disabled={view === null} onClick={run}>
              {label}
            </button>
          ))}
        </div>
      )}
    </>
  );
}

function problemOf(error: unknown): string {
  const reason = error instanceof NoGraphics ? "This browser has no WebGL" : "The picture cannot be drawn";
  return `${reason}. The table below has the same values.`;
}

function colours(box: HTMLElement): { paper: string; mark: string } {
  return { paper: hexOf(getComputedStyle(box).backgroundColor), mark: resolved(box, "--mark") };
}

/** Returns a color in hexadecimal notation; a number is a category. */
function solid(box: HTMLElement, colour: string | number): string {
  return typeof colour === "number" ? resolved(box, `--chain-${(colour % CATEGORIES) + 1}`) : colour;
}

/** Returns the color of a style property in the current scheme. */
function resolved(box: HTMLElement, property: string): string {
  return hexOf(getComputedStyle(box).getPropertyValue(property));
}

/** Saves what is shown, below a title and the legend. */
async function savePicture(
  view: MoleculeView,
  name: string,
  legend: Legend | null,
  title: string,
): Promise<void> {
  const scale = window.devicePixelRatio || 1;
  const top = legend ? LEGEND_HEIGHT * scale : 0;
  const picture = document.createElement("canvas");
  const context = picture.getContext("2d");
  if (!context) return;
  view.copy((shown) => {
    picture.width = shown.width;
    picture.height = shown.height + top;
    context.fillStyle = PICTURE_INK.paper;
    context.fillRect(0, 0, picture.width, picture.height);
    context.drawImage(shown, 0, top);
  });
  context.scale(scale, scale);
  if (legend) drawLegend(context, legend, title, PICTURE_INK);
  const blob = await new Promise<Blob | null>((done) => picture.toBlob(done, "image/png"));
  if (blob) saveFile(`${name}.png`, "image/png", blob);
}
