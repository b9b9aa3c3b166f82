import { useMemo } from "preact/hooks";
import { namesOfProtein } from "#client/requests/proteinColumns.ts";
import type { Scale } from "#client/requests/trainRequest.ts";
import { pathIn, useWorkspace } from "../../../lab.ts";
import { ActionButton } from "../../../parts/actionButton.tsx";
import { SelectField, TextField } from "../../../parts/form.tsx";
import { useKeptChoices } from "../../../parts/keptState.ts";
import { openProjects } from "../../../parts/openProjects.ts";
import { optionsOf } from "../../../parts/optionsOf.ts";
import { ProjectField } from "../../../parts/projectField.tsx";
import { latestOf, useResource } from "../../../resource.ts";
import { address, navigate } from "../../../router.ts";
import { RoundField } from "../../rounds/roundField.tsx";
import { statedRound } from "../../rounds/statedRound.ts";
import { structureOf } from "../../structures/readSubstitutions.ts";
import { NO_STRUCTURE, StructureField } from "../../structures/structureField.tsx";
import { nameAgain } from "../earlier.ts";
import { HomologsField } from "../train/homologsField.tsx";
import { choiceOf } from "../train/withHomologs.ts";
import { willUse, withChoices } from "./assayChoices.ts";
import { AssaysCard } from "./assaysCard.tsx";
import { earlierScales } from "./earlierScales.ts";
import {
  earlierParameters,
  type MeasuredChoices,
  type MeasuredSource,
  startMeasured,
} from "./measuredWork.ts";
import { fitMutations } from "./mutationMaterial.ts";
import { ReferenceFields } from "./referenceFields.tsx";

const NO_BATCH = "";

interface MeasuredFormProps extends MeasuredSource {
  /** Project of the table's latest import: a task of another project cannot read these rows. */
  project?: string | null;
}

/** Assays, reference, project and name for a task on measured variants. */
export function MeasuredForm(props: MeasuredFormProps) {
  const { work, source, material } = props;
  const workspace = useWorkspace();
  const [choices, change] = useChoices(props);
  const { projects, owner, scales } = useOwner(choices.project);
  const { mutations } = material;
  const reference = choices.reference.trim();
  const fitted = useMemo(() => mutations && fitMutations(mutations, reference), [mutations, reference]);
  const chosen = choices.assays.filter(({ isChosen }) => isChosen);
  const isPossible = chosen.length > 0 && !(fitted && "problem" in fitted);
  const start = async () => {
    const { id } = await startMeasured(workspace, props, choices, fitted);
    navigate(pathIn(workspace, "tasks", id));
  };
  return (
    <>
      {!source && <p class="notice">The rows are those of the earlier task.</p>}
      <AssaysCard assays={choices.assays} scales={scales} onChange={(assays) => change({ assays })} />
      {source && (
        <BatchField
          columns={material.batches}
          value={choices.batch}
          onChange={(batch) => change({ batch })}
        />
      )}
      <ReferenceFields
        reference={choices.reference}
        isProposed={choices.reference === material.reference}
        words={fitted && "words" in fitted ? fitted.words : "Variants are compared with it."}
        problem={fitted && "problem" in fitted ? fitted.problem : null}
        columns={source?.sequenceColumn ?? null}
        onChange={(reference) => change({ reference })}
      />
      {work.isTraining && (
        <TrainingFields form={props} project={projects ? owner : null} choices={choices} onChange={change} />
      )}
      {projects && projects.length > 1 && (
        <ProjectField
          projects={projects}
          value={choices.project}
          onChange={(id) => change({ project: id })}
        />
      )}
      <RoundField
        project={owner || undefined}
        purpose="LEARN"
        value={choices.round}
        onChange={(round) => change({ round })}
      />
      <TextField id="name" label="Name" value={choices.name} onChange={(name) => change({ name })} />
      <p role="status">{willUse(material, chosen)}</p>
      <div>
        <ActionButton class="primary" busy="Starting…" run={start} disabled={!isPossible}>
          {work.verb}
        </ActionButton>
      </div>
    </>
  );
}

/** Reads the projects, and the scales in the latest model of the selected one or of the first one. */
function useOwner(project: string) {
  const workspace = useWorkspace();
  const projects = latestOf(useResource(`projects ${workspace.name}`, () => openProjects(workspace)));
  const owner = project || (projects?.[0]?.id ?? "");
  const scales = latestOf(
    useResource(`scales ${owner}`, async () =>
      owner === "" ? new Map<string, Scale>() : earlierScales(workspace, owner),
    ),
  );
  return { projects, owner, scales };
}

interface TrainingFieldsProps {
  form: MeasuredFormProps;
  /** Null until the projects are read. */
  project: string | null;
  choices: MeasuredChoices;
  onChange: (changes: Partial<MeasuredChoices>) => void;
}

/** Related proteins and a structure, from which a training also learns. */
function TrainingFields({ form: { source, task }, project, choices, onChange }: TrainingFieldsProps) {
  return (
    <>
      <HomologsField
        except={source?.table}
        earlier={earlierParameters(task).homologs}
        value={choices.homologs}
        onChange={(homologs) => onChange({ homologs })}
      />
      {project !== null && (
        <StructureField
          project={project}
          value={choices.structure}
          onChange={(structure) => onChange({ structure })}
        />
      )}
    </>
  );
}

/** Keeps the choices, which start with those of the task being repeated, or else with proposals. */
function useChoices({ work, source, material, before, task, project }: MeasuredFormProps) {
  const { searchParams } = address.value;
  const form = `${work.title} ${source?.table} ${namesOfProtein(source?.sequenceColumn ?? "")}`;
  // The first one is `batch_id`, if it exists.
  const [proposedBatch = null] = material.batches;
  const [choices, change] = useKeptChoices<MeasuredChoices>(form, {
    name: task ? nameAgain(task) : work.nameOf(source?.table ?? ""),
    reference: before?.reference || material.reference,
    assays: before ? withChoices(material.assays, before) : material.assays,
    batch: before ? before.batch : proposedBatch,
    project:
      task && task.context.kind !== "WORKSPACE"
        ? String(task.context.project_id)
        : (searchParams.get("project") ?? project ?? ""),
    round: statedRound(),
    homologs: choiceOf(earlierParameters(task).homologs),
    structure: (task ? structureOf(task) : searchParams.get("structure")) ?? NO_STRUCTURE,
  });
  const columnsOf = (assays: MeasuredChoices["assays"]) => String(assays.map(({ column }) => column));
  // The table may have gained or lost columns since the choices were made.
  const isSame = columnsOf(choices.assays) === columnsOf(material.assays);
  return [isSame ? choices : { ...choices, assays: material.assays }, change] as const;
}

interface BatchFieldProps {
  columns: readonly string[];
  value: string | null;
  onChange: (column: string | null) => void;
}

/** Selector for the column of batches; nothing if no column may contain them. */
function BatchField({ columns, value, onChange }: BatchFieldProps) {
  if (columns.length === 0) return null;
  return (
    <SelectField
      id="batch"
      label="Batches"
      hint="Separates differences between batches or plates from differences between variants. The rounds of a table are separated, too, except for ranks."
      value={value ?? NO_BATCH}
      options={{
        [NO_BATCH]: "all rows are from one batch",
        ...optionsOf(columns),
      }}
      onChange={(column) => onChange(column === NO_BATCH ? null : column)}
    />
  );
}
