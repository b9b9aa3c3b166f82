import { CHAIN_BREAK } from "@pdp/basics/proteins";
import { joinRanges, type PositionRange, readPositions, writePositions } from "#client/requests/positions.ts";
import { automaticRound } from "#client/rounds/automaticRound.ts";
import { pathIn, useWorkspace } from "../../../lab.ts";
import { ActionButton } from "../../../parts/actionButton.tsx";
import { Card } from "../../../parts/card.tsx";
import { Checkbox, NumberField, problemOf, TextField } from "../../../parts/form.tsx";
import { type Changes, useKeptChoices } from "../../../parts/keptState.ts";
import { latestOf, useResource } from "../../../resource.ts";
import { navigate } from "../../../router.ts";
import { AntibodyFields } from "../../antibody/antibodyFields.tsx";
import { RoundField } from "../../rounds/roundField.tsx";
import { statedRound } from "../../rounds/statedRound.ts";
import { nameAgain } from "../earlier.ts";
import type { Models } from "../models.ts";
import { Reliability } from "../reliability.tsx";
import {
  type DesignChoices,
  type DesignSource,
  initialChoices,
  isWithinLimits,
  MAX_DESIGNS,
  templateOf,
} from "./designChoices.ts";
import { secondaryWords } from "./goalChoice.ts";
import { GoalFields } from "./goals.tsx";
import { changedSentence, keptSentence } from "./keptPositions.ts";
import { LibraryFields } from "./libraryFields.tsx";
import { projectOfDesigns, startDesign, usualName } from "./startDesign.ts";
import { StructurePositions } from "./structurePositions.tsx";

/** Form for a task that designs variants: goals, number of designs, and positions to keep. */
export function DesignForm(source: DesignSource) {
  const workspace = useWorkspace();
  const { models } = source;
  const { scorer } = models;
  const template = templateOf(source);
  const [choices, change] = useKeptChoices(
    `design ${models.task.id}`,
    initialChoices(source, { name: source.task && nameAgain(source.task), round: statedRound() }),
  );
  const project = projectOfDesigns(source);
  const round = latestOf(
    useResource(`round of designs in ${project}`, () => automaticRound(workspace, project, "DESIGN")),
  );
  const keptProblem = problemOf(() => readPositions(choices.kept, template, models.numbering));
  const design = async () => {
    const name = choices.name ?? (round === undefined ? null : usualName(round));
    const { id } = await startDesign(workspace, source, { ...choices, name });
    navigate(pathIn(workspace, "tasks", id));
  };
  const fields = { models, template, choices, onChange: change };
  return (
    <>
      <Reliability models={models} />
      <Goals source={source} choices={choices} onChange={change} />
      <div class="row top">
        <NumberFields {...fields} />
        <KeptField {...fields} problem={keptProblem} />
      </div>
      {keptProblem === null && <KeepFields {...fields} />}
      <RoundField
        project={project}
        purpose="DESIGN"
        value={choices.round}
        onChange={(next) => change({ round: next })}
      />
      {scorer !== null && <ModelFields choices={choices} onChange={change} />}
      <TextField
        id="name"
        label="Name"
        value={choices.name ?? usualName(round)}
        onChange={(name) => change({ name })}
      />
      <div>
        <ActionButton
          class="primary"
          busy="Starting…"
          run={design}
          disabled={keptProblem !== null || !isWithinLimits(choices, template)}
        >
          Design
        </ActionButton>
      </div>
    </>
  );
}

interface FieldsProps {
  models: Models;
  template: string;
  choices: DesignChoices;
  onChange: (changes: Changes<DesignChoices>) => void;
}

/** Goals for the assays, and the secondary objectives that are kept. */
function Goals({
  source: { models, before },
  choices: { goals },
  onChange,
}: Pick<FieldsProps, "choices" | "onChange"> & { source: DesignSource }) {
  const assays = models.assays.map(({ assay_id }) => assay_id);
  const secondary = secondaryWords(
    goals,
    (before?.secondary ?? []).filter(({ assay }) => assays.includes(assay)),
  );
  return (
    <Card title="What the designs are for">
      <GoalFields goals={goals} assays={models.assays} onChange={(next) => onChange({ goals: next })} />
      {secondary !== null && <p class="small">{secondary}</p>}
    </Card>
  );
}

/** Choices for designs that a model of the assays predicts. */
function ModelFields({ choices, onChange }: Pick<FieldsProps, "choices" | "onChange">) {
  return (
    <>
      <Checkbox checked={choices.allowIndels} onChange={(isChecked) => onChange({ allowIndels: isChecked })}>
        Also use the insertions and deletions of measured variants
      </Checkbox>
      <LibraryFields library={choices.library} onChange={(library) => onChange({ library })} />
    </>
  );
}

function NumberFields({ models, template, choices, onChange }: FieldsProps) {
  return (
    <>
      <NumberField
        id="count"
        label="Designs"
        hint="How many you can make and measure"
        min={1}
        max={MAX_DESIGNS}
        value={choices.count}
        onChange={(count) => onChange({ count })}
      />
      <NumberField
        id="max-mutations"
        label="Maximum mutations"
        hint={mutationsHint(models)}
        min={1}
        max={template.length}
        value={choices.maxMutations}
        onChange={(maxMutations) => onChange({ maxMutations })}
      />
      {models.scorer !== null && (
        <NumberField
          id="exploration"
          label="Designs that explore, in %"
          hint="How many of the designs may explore: they are chosen where predictions are least certain, to improve the models for the next round. The others aim for the best value."
          min={0}
          max={100}
          value={choices.exploration}
          onChange={(exploration) => onChange({ exploration })}
        />
      )}
      <NumberField
        id="frequency"
        label="Designs with the same mutation, in %"
        hint="Maximum share of designs with the same mutation, so that one wrong prediction does not spoil them all. 100 means no limit."
        min={1}
        max={100}
        value={choices.frequency}
        onChange={(frequency) => onChange({ frequency })}
      />
    </>
  );
}

function mutationsHint({ mutations, scorer }: Models): string {
  const far = "far from the measured variants, predictions are unreliable";
  if (scorer === null) return "Keep this small: each mutation may be wrong";
  if (mutations === null) return `One or two more than in the measured variants: ${far}`;
  const { median, most: maximum } = mutations;
  const measured = median === maximum ? `${maximum}` : `at most ${maximum}, half of them ${median} or fewer`;
  return `The measured variants have ${measured}; ${far}`;
}

function KeptField({
  models,
  template,
  choices,
  onChange,
  problem,
}: FieldsProps & { problem: string | null }) {
  const examples = template.includes(CHAIN_BREAK) ? "H:57, L:S57, H:102-105" : "57, S57, 102-105";
  const changed = problem === null ? changedSentence(choices.kept, template, models.numbering) : "";
  return (
    <TextField
      id="kept"
      label="Positions to keep"
      hint={`Such as ${examples}; residue letters are verified. ${keptSentence(models)} ${changed}`}
      problem={problem}
      value={choices.kept}
      onChange={(kept) => onChange({ kept })}
    />
  );
}

/** Choices that add positions to keep: regions of antibodies, and parts of the structure. */
function KeepFields({ models, template, choices, onChange }: FieldsProps) {
  const keep = (ranges: readonly PositionRange[]) =>
    onChange((now) => {
      const kept = [...readPositions(now.kept, template, models.numbering), ...ranges];
      return { kept: writePositions(joinRanges(kept), template, models.numbering) };
    });
  return (
    <>
      <AntibodyFields
        template={template}
        forbidden={choices.forbidden}
        onForbid={(forbidden) => onChange({ forbidden })}
        onKeep={keep}
      />
      {models.structure !== null && (
        <StructurePositions structure={models.structure} reference={template} onAdd={keep} />
      )}
    </>
  );
}
