import { saveFile } from "../../parts/saveFile.ts";
import { sayError } from "../../parts/toast.tsx";
import { drawLegend, LEGEND_HEIGHT, legendBar, PICTURE_INK } from "../table/heatmap/legend.ts";
import type { Legend } from "../table/heatmap/legendWords.ts";
import type { MoleculeView } from "./moleculeView.ts";
import { type DrawnMolecule, useMoleculeView } from "./useMoleculeView.ts";

interface StructureViewerProps extends DrawnMolecule {
  name: string;
  /** Null if residues are colored by chain. */
  legend: Legend | null;
  /** Describes the colors in a saved picture. */
  title: string;
}

const TURN_DEGREES = 30;
const ZOOM = 1.25;

/** Picture of a structure that can be turned with the pointer or with buttons, and saved. */
export function StructureViewer({ name, legend, title, ...molecule }: StructureViewerProps) {
  const { element, view, problem } = useMoleculeView(molecule);
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
      {problem === null && <ViewButtons view={view} onSave={() => void save()} />}
    </>
  );
}

function ViewButtons({ view, onSave }: { view: MoleculeView | null; onSave: () => void }) {
  const buttons: Record<string, () => void> = {
    "Turn left": () => view?.turn(-TURN_DEGREES),
    "Turn right": () => view?.turn(TURN_DEGREES),
    "Zoom in": () => view?.zoom(ZOOM),
    "Zoom out": () => view?.zoom(1 / ZOOM),
    "Show all": () => view?.reset(),
    PNG: onSave,
  };
  return (
    <div class="row">
      {Object.entries(buttons).map(([label, run]) => (
        <button key={label} type="button" class="small" disabled={view === null} onClick={run}>
          {label}
        </button>
      ))}
    </div>
  );
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
