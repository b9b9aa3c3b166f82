import type { Structure } from "@pdp/formats/proteins";
import type { Atom, Viewer } from "3dmol/build/3Dmol.es6-min.js";
import { drawnFile, drawnKey } from "./drawnFile.ts";

/** Colors of a picture, in hexadecimal notation. */
export interface MoleculeColors {
  paper: string;
  /** Color of a residue by its key. */
  residueColor: (key: string) => string;
  mark: string;
}

const MARK_RADIUS = 1.8;
const HOVER_MS = 60;

/** Picture of a structure that can be turned. */
export interface MoleculeView {
  paint(colors: MoleculeColors): void;
  /** Marks residues, by their keys. */
  mark(keys: readonly string[]): void;
  turn(degrees: number): void;
  zoom(factor: number): void;
  /** Shows the whole structure. */
  reset(): void;
  /** Passes what is shown, on white, to a function that copies it. */
  copy(draw: (shown: HTMLCanvasElement) => void): void;
  close(): void;
}

/** Thrown if the browser cannot draw in three dimensions. */
export class NoGraphics extends Error {}

/**
 * Draws a structure into an element. `onPoint` receives the key of the residue under the pointer. The library is loaded with the
 * first picture: it is larger than the rest of the console.
 */
export async function drawMolecule(
  element: HTMLElement,
  structure: Pick<Structure, "residues" | "others">,
  onPoint: (key: string | null) => unknown,
): Promise<MoleculeView> {
  const { createViewer } = await import("3dmol/build/3Dmol.es6-min.js");
  if (!document.createElement("canvas").getContext("webgl2")) throw new NoGraphics();
  const viewer = createViewer(element, { antialias: true, disableFog: true });
  if (!viewer) throw new NoGraphics();
  const { text, keys } = drawnFile(structure);
  const keyOf = ({ chain, resi }: Atom) => keys.get(drawnKey(chain, resi)) ?? null;
  const model = viewer.addModel(text, "pdb");
  const alphas = new Map(model.selectedAtoms({ atom: "CA" }).map((atom) => [keyOf(atom), atom]));
  viewer.setHoverDuration(HOVER_MS);
  viewer.setHoverable(
    {},
    true,
    (atom) => onPoint(keyOf(atom)),
    () => onPoint(null),
  );
  let markColor = "";
  let background = "#ffffff";
  let marked: readonly string[] = [];
  const drawMarks = () => {
    viewer.removeAllShapes();
    for (const key of marked) {
      const center = alphas.get(key);
      if (center) viewer.addSphere({ center, radius: MARK_RADIUS, color: markColor });
    }
    viewer.render();
  };
  let isPainted = false;
  return {
    paint({ paper, residueColor, mark }) {
      markColor = mark;
      background = paper;
      viewer.setBackgroundColor(paper);
      paintResidues(viewer, (atom) => {
        const key = keyOf(atom);
        return key === null ? null : residueColor(key);
      });
      if (!isPainted) viewer.zoomTo();
      isPainted = true;
      drawMarks();
    },
    mark(keys) {
      marked = keys;
      drawMarks();
    },
    turn(degrees) {
      viewer.rotate(degrees, "y");
      viewer.render();
    },
    zoom(factor) {
      viewer.zoom(factor);
      viewer.render();
    },
    reset() {
      viewer.zoomTo();
      viewer.render();
    },
    copy(draw) {
      viewer.setBackgroundColor("#ffffff");
      viewer.render();
      draw(viewer.getCanvas());
      viewer.setBackgroundColor(background);
      viewer.render();
    },
    close() {
      viewer.clear();
      // Browsers limit the number of open contexts.
      viewer.getCanvas().getContext("webgl2")?.getExtension("WEBGL_lose_context")?.loseContext();
      element.replaceChildren();
    },
  };
}

/** Paints residues as ribbons, and other atoms as sticks and spheres in the colors of their elements. */
function paintResidues(viewer: Viewer, colorOf: (atom: Atom) => string | null): void {
  viewer.setStyle({}, { stick: { radius: 0.2 }, sphere: { scale: 0.3 } });
  const predicate = (atom: Atom) => colorOf(atom) !== null;
  viewer.setStyle({ predicate }, { cartoon: { colorfunc: colorOf } });
}
