import { CHAIN_BREAK, type Numbering, residueCount } from "@pdp/basics/proteins";
import type { LiabilityKind } from "@pdp/science/antibodies";
import { diversifyRequest, engineerRequest } from "#client/requests/designRequest.ts";
import { type EarlierDesign, withEarlier } from "#client/requests/earlierTask.ts";
import { joinRanges, type PositionRange, readPositions, writePositions } from "#client/requests/positions.ts";
import { automaticRound } from "#client/rounds/automaticRound.ts";
import type { RoundChoice } from "#client/rounds/chooseRound.ts";
import type { Task } from "#client/taskHandle.ts";
import { pathIn, useWorkspace } from "../../../lab.ts";
import { ActionButton } from "../../../parts/actionButton.tsx";
import { NumberField, problemOf, TextField } from "../../../parts/form.tsx";
import { useKept } from "../../../parts/keptState.ts";
import { latestOf, useResource } from "../../../resource.ts";
import { navigate } from "../../../router.ts";
import { AntibodyFields } from "../../antibody/antibodyFields.tsx";
import { chosenRound } from "../../rounds/chosenRound.ts";
import { RoundField } from "../../rounds/roundField.tsx";
import { statedRound } from "../../rounds/statedRound.ts";
import { nameAgain } from "../earlier.ts";
import type { Models } from "../models.ts";
import { Reliability } from "../reliability.tsx";
import { type GoalChoice, goalsOf, proposedGoals, secondaryWords, statedGoals } from "./goalChoice.ts";
import { GoalFields } from "./goals.tsx";
import { earlierLibrary, type LibraryChoice, LibraryFields, libraryOf } from "./libraryFields.tsx";
import { StructurePositions } from "./structurePositions.tsx";

const MAX_DESIGNS = 10_000;
/** Returns the name of designs for a round, unless a person states one. */
function usualName(round: RoundChoice | null | undefined): string {
  return round ? `Designs, ${round.name}` : "Designs";
}

/** Default fraction of designs meant for learning. */
const DEFAULT_EXPLORATION = 0.25;
/** Percent of the designs that may have the same mutation, as the service's default. */
const DEFAULT_FREQUENCY = 50;
const USUAL_MUTATIONS = 4;

interface DesignFormProps {
  models: Models;
  /** Choices in the task being repeated. */
  before: EarlierDesign | null;
  task: Task | null;
}

/** Form for a task that designs variants: goals, number of designs, and positions to keep. */
export function DesignForm({ models, before, task: earlier }: DesignFormProps) {
  const workspace = useWorkspace();
  const { sampler, scorer, numbering } = models;
  const reference = before?.reference ?? models.reference;
  const form = `design ${models.task.id}`;
  const [count, setCount] = useKept(`${form} count`, before?.count ?? 48);
  const [maxMutations, setMaxMutations] = useKept(
    `${form} mutations`,
    before?.maxMutations ?? proposedMutations(models),
  );
  const [allowIndels, setAllowIndels] = useKept(`${form} indels`, before?.allowIndels ?? false);
  const [exploration, setExploration] = useKept(
    `${form} exploration`,
    Math.round(100 * (before?.exploration ?? DEFAULT_EXPLORATION)),
  );
  const statedFrequency = before?.maxMutationFrequency;
  const shownFrequency =
    statedFrequency === undefined ? DEFAULT_FREQUENCY : Math.round(100 * (statedFrequency ?? 1));
  const [frequency, setFrequency] = useKept(`${form} frequency`, shownFrequency);
  const [kept, setKept] = useKept(
    `${form} kept`,
    writePositions(before ? before.kept : joinRanges([[0, 1], ...models.hardlyVaried]), reference, numbering),
  );
  const [forbidden, setForbidden] = useKept<readonly LiabilityKind[]>(
    `${form} liabilities`,
    before?.forbiddenLiabilities ?? [],
  );
  const [goals, setGoals] = useKept<readonly GoalChoice[]>(
    `${form} goals`,
    before ? statedGoals(models.assays, before) : proposedGoals(models.assays),
  );
  const [library, setLibrary] = useKept<LibraryChoice | null>(
    `${form} library`,
    earlierLibrary(earlier?.parameters),
  );
  const [ownName, setName] = useKept<string | null>(`${form} name`, earlier ? nameAgain(earlier) : null);
  const project = projectOfTask(earlier ?? models.task);
  const opened = latestOf(
    useResource(`round of designs in ${project}`, () => automaticRound(workspace, project, "DESIGN")),
  );
  const name = ownName ?? usualName(opened);
  const [round, setRound] = useKept(`${form} round`, statedRound());
  const keptProblem = problemOf(() => readPositions(kept, reference, numbering));
  const assays = models.assays.map(({ assay_id }) => assay_id);
  const secondary = secondaryWords(
    goals,
    (before?.secondary ?? []).filter(({ assay }) => assays.includes(assay)),
  );
  const design = async () => {
    // The round may still be unknown when the button is pressed.
    const stated = ownName ?? usualName(opened ?? (await automaticRound(workspace, project, "DESIGN")));
    const options = {
      project,
      round: await chosenRound(workspace, project, round, "DESIGN"),
      reference,
      sampler,
      count,
      maxMutations,
      allowIndels,
      ...((forbidden.length > 0 || before?.forbiddenLiabilities) && { forbiddenLiabilities: forbidden }),
      // A value that nobody changed stays as it was: the default fills up if there are too few other designs.
      maxMutationFrequency: frequency === shownFrequency ? statedFrequency : frequency / 100,
      kept: readPositions(kept, reference, numbering),
      name: stated.trim() || null,
    };
    const { goal, constraints } = goalsOf(goals);
    const task =
      scorer && (goal || constraints.length > 0)
        ? await workspace.engineer(
            withEarlier(
              engineerRequest({
                ...options,
                scorer,
                goal,
                constraints,
                exploration: exploration / 100,
                library: library && libraryOf(library),
              }),
              earlier?.parameters,
              assays,
            ),
          )
        : await workspace.diversify(withEarlier(diversifyRequest(options), earlier?.parameters));
    navigate(pathIn(workspace, "tasks", task.id));
  };
  const keep = (found: readonly PositionRange[]) => {
    const ranges = joinRanges([...readPositions(kept, reference, numbering), ...found]);
    setKept(writePositions(ranges, reference, numbering));
  };
  const isPossible =
    keptProblem === null &&
    count >= 1 &&
    count <= MAX_DESIGNS &&
    maxMutations >= 1 &&
    maxMutations <= reference.length &&
    exploration >= 0 &&
    exploration <= 100 &&
    frequency >= 1 &&
    frequency <= 100;
  return (
    <>
      <Reliability models={models} />
      <section class="card">
        <header>
          <h2>What the designs are for</h2>
        </header>
        <div class="body">
          <GoalFields goals={goals} assays={models.assays} onChange={setGoals} />
          {secondary !== null && <p class="small">{secondary}</p>}
        </div>
      </section>
      <div class="row top">
        <NumberField
          id="count"
          label="Designs"
          hint="How many you can make and measure"
          min={1}
          max={MAX_DESIGNS}
          value={count}
          onChange={setCount}
        />
        <NumberField
          id="most"
          label="Maximum mutations"
          hint={mutationsHint(models)}
          min={1}
          max={reference.length}
          value={maxMutations}
          onChange={setMaxMutations}
        />
        {scorer !== null && (
          <NumberField
            id="exploration"
            label="Designs that explore, in %"
            hint="How many of the designs may explore: they are chosen where predictions are least certain, to improve the models for the next round. The others aim for the best value."
            min={0}
            max={100}
            value={exploration}
            onChange={setExploration}
          />
        )}
        <NumberField
          id="frequency"
          label="Designs with the same mutation, in %"
          hint="At most this share of the designs has the same mutation, so that one wrong prediction does not spoil them all. With 100, there is none."
          min={1}
          max={100}
          value={frequency}
          onChange={setFrequency}
        />
        <TextField
          id="kept"
          label="Positions to keep"
          hint={`Such as ${reference.includes(CHAIN_BREAK) ? "H:57, L:S57, H:102-105" : "57, S57, 102-105"}; residue letters are verified. ${keptSentence(models)} ${changedSentence(kept, reference, numbering)}`}
          problem={keptProblem}
          value={kept}
          onChange={setKept}
        />
      </div>
      {keptProblem === null && (
        <AntibodyFields template={reference} forbidden={forbidden} onForbid={setForbidden} onKeep={keep} />
      )}
      {models.structure !== null && keptProblem === null && (
        <StructurePositions structure={models.structure} reference={reference} onAdd={keep} />
      )}
      <RoundField project={project} purpose="DESIGN" value={round} onChange={setRound} />
      {scorer !== null && (
        <label class="check">
          <input
            type="checkbox"
            checked={allowIndels}
            onChange={(event) => setAllowIndels(event.currentTarget.checked)}
          />
          Also use the insertions and deletions of measured variants
        </label>
      )}
      {scorer !== null && <LibraryFields library={library} onChange={setLibrary} />}
      <TextField id="name" label="Name" value={name} onChange={setName} />
      <div>
        <ActionButton class="primary" busy="Starting…" run={design} disabled={!isPossible}>
          Design
        </ActionButton>
      </div>
    </>
  );
}

/** Proposes a number of mutations close to that of the measured variants. */
function proposedMutations({ mutations }: Models): number {
  return mutations === null ? USUAL_MUTATIONS : Math.min(USUAL_MUTATIONS, mutations.most + 2);
}

function mutationsHint({ mutations, scorer }: Models): string {
  const far = "far from the measured variants, predictions are unreliable";
  if (scorer === null) return "Few mutations keep what is known: each one may be wrong";
  if (mutations === null) return `One or two more than in the measured variants: ${far}`;
  const { median, most } = mutations;
  const measured = median === most ? `${most}` : `at most ${most}, half of them ${median} or fewer`;
  return `The measured variants have ${measured}; ${far}`;
}

/** States which positions are kept by default and how positions are numbered. */
function keptSentence({ hardlyVaried, numbering, reference }: Models): string {
  const counted = numbering.countedFrom();
  const numbers =
    counted === null
      ? `; positions are ${numbering.range(reference.length)}`
      : counted === 1
        ? ""
        : ", from which positions are counted";
  const first = `The first residue (${numbering.positionAt(0)}${numbers})`;
  return hardlyVaried.length === 0
    ? `${first} is kept unless you remove it.`
    : `${first} and positions that hardly any measured variant changes, where predictions are unreliable, are kept unless you remove them.`;
}

/** Maximum number of position ranges listed. */
const MAX_STRETCHES = 8;

/** States which positions designs may change; empty if the field for kept positions is invalid. */
function changedSentence(kept: string, reference: string, numbering: Numbering): string {
  if (problemOf(() => readPositions(kept, reference, numbering)) !== null) return "";
  const free: [number, number][] = [];
  let from = 0;
  const all: PositionRange[] = [
    ...[...readPositions(kept, reference, numbering), ...breakOf(reference)].sort(([a], [b]) => a - b),
    [reference.length, reference.length],
  ];
  for (const [start, end] of all) {
    if (start > from) free.push([from, start]);
    from = end;
  }
  if (free.length === 0) return "There are no positions to change.";
  if (free.length <= MAX_STRETCHES) return `Designs change ${writePositions(free, reference, numbering)}.`;
  return `Designs change ${free.reduce((sum, [start, end]) => sum + end - start, 0)} of ${residueCount(reference)} positions.`;
}

/** Returns the index of the break between two chains as a range; empty for one chain. */
function breakOf(reference: string): PositionRange[] {
  const at = reference.indexOf(CHAIN_BREAK);
  return at < 0 ? [] : [[at, at + 1]];
}

/** Returns the project of a task; its designs belong to the same project. */
function projectOfTask({ context, id }: Task): string {
  if (context.kind !== "WORKSPACE") return String(context.project_id);
  throw new Error(`The task ${id} does not belong to a project: train models in a project.`);
}
