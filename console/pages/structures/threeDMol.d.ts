/** The part of 3Dmol that the console uses. Its complete types refer to packages that are not installed. */
declare module "3dmol/build/3Dmol.es6-min.js" {
  interface Atom {
    chain: string;
    resi: number;
    atom: string;
    x: number;
    y: number;
    z: number;
  }
  interface Selection {
    atom?: string;
    predicate?: (atom: Atom) => boolean;
  }
  interface Model {
    selectedAtoms(selection: Selection): Atom[];
  }
  interface Viewer {
    addModel(text: string, format: string): Model;
    setStyle(selection: Selection, style: object): void;
    setHoverable(selection: Selection, hoverable: true, over: (atom: Atom) => void, out: () => void): void;
    setHoverDuration(milliseconds: number): void;
    setBackgroundColor(color: string): void;
    addSphere(sphere: { center: Pick<Atom, "x" | "y" | "z">; radius: number; color: string }): void;
    removeAllShapes(): void;
    zoomTo(): void;
    zoom(factor: number): void;
    rotate(degrees: number, axis: "x" | "y"): void;
    render(): void;
    clear(): void;
    getCanvas(): HTMLCanvasElement;
  }
  export function createViewer(element: HTMLElement, options: object): Viewer | undefined;
}
