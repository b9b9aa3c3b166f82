import { useMemo, useState } from "preact/hooks";
import { readTraining } from "#client/requests/earlierTask.ts";
import type { Structure } from "#client/structures.ts";
import { useWorkspace } from "../../lab.ts";
import { Select } from "../../parts/form.tsx";
import { latestOf, useResource } from "../../resource.ts";
import { address, setQuery } from "../../router.ts";
import { readLearned } from "../tasks/predict/readPredictions.ts";
import { computedTracks, measuredTrack } from "./pictureTracks.ts";
import type { StructurePicture as Picture } from "./readPicture.ts";
import { type ResidueTrack, trackColor } from "./residueTracks.ts";
import { ResidueValues, residueWords } from "./residueValues.tsx";
import { ScoreHeatmap } from "./scoreHeatmap.tsx";
import { StructureViewer } from "./structureViewer.tsx";

const BY_CHAIN = "chain";
const MEASURED = "measured ";
/** Proposed colors, the most informative first. */
const PREFERRED = ["structure_score", "confidence"];

interface StructurePictureProps {
  structure: Structure;
  picture: Picture;
}

/** Picture, values and heatmap of a structure. A residue that is pointed at in one of them is marked in the others. */
export function StructurePicture({ structure, picture }: StructurePictureProps) {
  const { residues, reference, scores } = picture;
  const [point, setPoint] = useState<Point | null>(null);
  const { options, by, track, tracks } = useTracks(structure, picture);
  const colorOf = useMemo(() => coloring(picture, track), [picture, track]);
  const pointed = useMemo(() => residuesAt(residues, point), [residues, point]);
  const first = pointed[0];
  return (
    <>
      <section class="card" aria-labelledby="picture">
        <header>
          <h2 id="picture">Picture</h2>
          <div class="row">
            <label for="color">Color by</label>
            <Select
              id="color"
              value={by}
              options={options}
              onChange={(next) => setQuery({ color: next }, { replace: true })}
            />
          </div>
        </header>
        <div class="body">
          <output class="mono small" aria-live="off">
            {first ? residueWords(first, reference, track) : "Point at a residue to read its value."}
          </output>
          <StructureViewer
            name={structure.data.name}
            structure={picture.structure}
            colorOf={colorOf}
            legend={track?.legend ?? null}
            title={`${structure.data.name}, ${track?.label ?? "by chain"}`}
            marked={pointed.map(({ key }) => key)}
            onPoint={(key) => key !== null && setPoint({ key })}
          />
          <ValuesTable picture={picture} tracks={tracks} onPoint={(key) => setPoint({ key })} />
        </div>
      </section>
      {scores && (
        <ScoreHeatmap
          rows={scores.rows}
          table={scores.table}
          marked={first?.index ?? (point && "index" in point ? point.index : null)}
          onPoint={(index) => setPoint({ index })}
        />
      )}
    </>
  );
}

/** Residue that is pointed at: one of a chain, or a position of the reference in all chains. */
type Point = { key: string } | { index: number };

function residuesAt(residues: Picture["residues"], point: Point | null): Picture["residues"] {
  if (point === null) return [];
  const residue = "key" in point ? residues.find(({ key }) => key === point.key) : undefined;
  const index = "index" in point ? point.index : (residue?.index ?? null);
  if (index === null) return residue ? [residue] : [];
  return residues.filter((candidate) => candidate.index === index);
}

/** Returns the values that can color residues, by name, and the selected ones; the URL contains the choice. */
function useTracks(structure: Structure, picture: Picture) {
  const { scores } = picture;
  const computed = useMemo(
    () => computedTracks(picture, structure.data.is_predicted === true),
    [picture, structure],
  );
  const assays = useMemo(
    () => (scores ? readTraining(scores.training.parameters).assays.map(({ column }) => column) : []),
    [scores],
  );
  const options = {
    [BY_CHAIN]: "chain",
    ...Object.fromEntries(Object.entries(computed).map(([name, { label }]) => [name, label])),
    ...Object.fromEntries(assays.map((assay) => [MEASURED + assay, `mean measured ${assay}`])),
  };
  const stated = address.value.searchParams.get("color") ?? "";
  const usual = PREFERRED.find((name) => Object.hasOwn(computed, name)) ?? BY_CHAIN;
  const by = Object.hasOwn(options, stated) ? stated : usual;
  const measured = useMeasured(picture, by.startsWith(MEASURED) ? by.slice(MEASURED.length) : null);
  const tracks = [...Object.values(computed), ...(measured ? [measured] : [])];
  return { options, by, track: computed[by] ?? measured, tracks };
}

interface ValuesTableProps {
  picture: Picture;
  tracks: readonly ResidueTrack[];
  onPoint: (key: string) => void;
}

function ValuesTable({ picture: { residues, reference }, tracks, onPoint }: ValuesTableProps) {
  const [isOpen, open] = useState(false);
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => open(currentTarget.open)}>
      <summary>Values as a table</summary>
      {isOpen && (
        <ResidueValues residues={residues} reference={reference} tracks={tracks} onPoint={onPoint} />
      )}
    </details>
  );
}

/** Reads the measurements of an assay in the latest training; null without one, and until they are read. */
function useMeasured({ scores, reference }: Picture, assay: string | null): ResidueTrack | null {
  const workspace = useWorkspace();
  const read = useResource(`learned ${scores?.training.id} ${assay}`, async () =>
    scores === null || assay === null ? null : readLearned(workspace, scores.training, assay),
  );
  const variants = latestOf(read) ?? null;
  return useMemo(
    () =>
      variants === null || assay === null || reference === null
        ? null
        : measuredTrack(assay, variants, reference.sequence),
    [variants, assay, reference],
  );
}

const NO_VALUE = "#9a9aa2";

/** Returns the color of each residue: by a track, or the number of its chain. */
function coloring({ residues }: Picture, track: ResidueTrack | null): (key: string) => string | number {
  const chains = [...new Set(residues.map(({ chain }) => chain))];
  const colors = new Map(
    residues.map((residue) => [
      residue.key,
      track === null ? chains.indexOf(residue.chain) : (trackColor(track, residue) ?? NO_VALUE),
    ]),
  );
  return (key) => colors.get(key) ?? NO_VALUE;
}
