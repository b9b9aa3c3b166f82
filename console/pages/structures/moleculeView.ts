import type { Atom, Viewer } from "3dmol/build/3Dmol.es6-min.js";
import { residueKey } from "./locateResidues.ts";

/** Colors of a picture, in hexadecimal notation. */
export interface MoleculeColours {
  paper: string;
  /** Color of a residue by its key; null for atoms that are not in amino acids. */
  residueColour: (key: string) => string | null;
  mark: string;
}

const WATER = ["HOH", "WAT", "DOD", "H2O", "SOL", "TIP", "TIP3"];
const MARK_RADIUS = 1.8;
const HOVER_MS = 60;

/** Picture of a structure that can be turned. */
export interface MoleculeView {
  paint(colours: MoleculeColours): void;
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
  text: string,
  onPoint: (key: string | null) => void,
): Promise<MoleculeView> {
  const { createViewer } = await import("3dmol/build/3Dmol.es6-min.js");
  if (!document.createElement("canvas").getContext("webgl2")) throw new NoGraphics();
  const viewer = createViewer(element, { antialias: true, disableFog: true });
  if (!viewer) throw new NoGraphics();
  const model = viewer.addModel(text, isMmcif(text) ? "mmcif" : "pdb");
  const alphas = new Map(model.selectedAtoms({ atom: "CA" }).map((atom) => [keyOf(atom), atom]));
  viewer.setHoverDuration(HOVER_MS);
  viewer.setHoverable(
    {},
    true,
    (atom) => onPoint(keyOf(atom)),
    () => onPoint(null),
  );
  let markColour = "";
  let background = "#ffffff";
  let marked: readonly string[] = [];
  const drawMarks = () => {
    viewer.removeAllShapes();
    for (const key of marked) {
      const center = alphas.get(key);
      if (center) viewer.addSphere({ center, radius: MARK_RADIUS, color: markColour });
    }
    viewer.render();
  };
  let isPainted = false;
  return {
    paint({ paper, residueColour, mark }) {
      markColour = mark;
      background = paper;
      viewer.setBackgroundColor(paper);
      paintResidues(viewer, residueColour);
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

function paintResidues(viewer: Viewer, residueColour: MoleculeColours["residueColour"]): void {
  const isResidue = (atom: Atom) => residueColour(keyOf(atom)) !== null;
  const colorfunc = (atom: Atom) => residueColour(keyOf(atom)) ?? "#888888";
  // Nucleic acids are drawn as cartoons, too.
  viewer.setStyle({}, { cartoon: { colorfunc, color: "#888888" }, stick: { radius: 0.15 } });
  viewer.setStyle({ predicate: isResidue }, { cartoon: { colorfunc } });
  viewer.setStyle({ resn: WATER }, {});
}

function keyOf({ chain, resi, icode = "" }: Atom): string {
  return residueKey(chain, `${resi}${icode.trim()}`);
}

/** Returns whether a file is in mmCIF format: PDB files never start a line with the word. */
function isMmcif(text: string): boolean {
  return /^data_/im.test(text.slice(0, 10_000));
}
