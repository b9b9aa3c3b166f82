import type { Structure } from "@pdp/formats/proteins";
import { useEffect, useRef, useState } from "preact/hooks";
import { drawMolecule, type MoleculeView, NoGraphics } from "./moleculeView.ts";
import { hexOf } from "./residueTracks.ts";

export interface DrawnMolecule {
  structure: Pick<Structure, "residues" | "others">;
  /** Color of a residue by its key: a color, or the number of a category. */
  colorOf: (key: string) => string | number;
  /** Keys of the marked residues. */
  marked: readonly string[];
  onPoint: (key: string | null) => void;
}

const CATEGORIES = 7;

/** Draws a structure in an element; `problem` states why that is impossible. */
export function useMoleculeView({ structure, colorOf, marked, onPoint }: DrawnMolecule) {
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
    const paint = () => {
      const { categories, ...colors } = colorsIn(box);
      const solid = (color: string | number) =>
        typeof color === "number" ? (categories[color % CATEGORIES] ?? "") : color;
      view.paint({ ...colors, residueColor: (key) => solid(colorOf(key)) });
    };
    paint();
    const scheme = window.matchMedia("(prefers-color-scheme: dark)");
    scheme.addEventListener("change", paint);
    return () => scheme.removeEventListener("change", paint);
  }, [view, colorOf]);
  useEffect(() => view?.mark(marked), [view, marked.join()]);
  return { element, view, problem };
}

function problemOf(error: unknown): string {
  const reason = error instanceof NoGraphics ? "This browser has no WebGL" : "The picture cannot be drawn";
  return `${reason}. The table below has the same values.`;
}

/** Returns the colors of the current scheme in hexadecimal notation. */
function colorsIn(box: HTMLElement): { paper: string; mark: string; categories: string[] } {
  return {
    paper: hexOf(getComputedStyle(box).backgroundColor),
    mark: resolved(box, "--warn"),
    categories: Array.from({ length: CATEGORIES }, (_, index) => resolved(box, `--category-${index + 1}`)),
  };
}

/** Resolves a color token as the color of the element, because only colors are computed for the scheme. */
function resolved(box: HTMLElement, property: string): string {
  box.style.color = `var(${property})`;
  const color = hexOf(getComputedStyle(box).color);
  box.style.color = "";
  return color;
}
