import { useMemo } from "preact/hooks";
import type { TrainedSource } from "#client/requests/earlierSource.ts";
import type { EarlierTraining } from "#client/requests/earlierTask.ts";
import type { NewTask } from "#client/requests/newTask.ts";
import { namesOfProtein } from "#client/requests/proteinColumns.ts";
import { type Scale, trainRequest } from "#client/requests/trainRequest.ts";
import type { Task, TaskHandle } from "#client/taskHandle.ts";
import type { Workspace } from "#client/workspace.ts";
import { pathIn, useWorkspace } from "../../../lab.ts";
import { ActionButton } from "../../../parts/actionButton.tsx";
import { Field, Select, TextField } from "../../../parts/form.tsx";
import { formatNumber, plural } from "../../../parts/format.ts";
import { useKept } from "../../../parts/keptState.ts";
import { openProjects } from "../../../parts/openProjects.ts";
import { ProjectField } from "../../../parts/projectField.tsx";
import { latestOf, useResource } from "../../../resource.ts";
import { address, navigate } from "../../../router.ts";
import { chosenOwner } from "../../rounds/chosenOwner.ts";
import { RoundField } from "../../rounds/roundField.tsx";
import { statedRound } from "../../rounds/statedRound.ts";
import { structureOf } from "../../structures/readSubstitutions.ts";
import { NO_STRUCTURE, StructureField } from "../../structures/structureField.tsx";
import { nameAgain } from "../earlier.ts";
import { HomologsField } from "../train/homologsField.tsx";
import { choiceOf, type HomologsStated, withHomologs } from "../train/withHomologs.ts";
import { withStructure } from "../train/withStructure.ts";
import { earlierScales } from "./earlierScales.ts";
import type { Material } from "./material.ts";
import { fitMutations } from "./mutationMaterial.ts";
import { plainTraining, statedTraining } from "./plainTraining.ts";
import { ReferenceFields } from "./referenceFields.tsx";
import { ScaleField } from "./scaleField.tsx";

type Request = NewTask<"createTrain"> & NewTask<"createAnalyzeDataV2">;

/** Task on measured variants. */
export interface MeasuredWork {
  title: string;
  /** Label of the start button. */
  verb: string;
  /** Proposed task name for a table. */
  nameOf: (table: string) => string;
  start: (workspace: Workspace, request: Request) => Promise<TaskHandle>;
  /** True if the task also learns from related proteins and from a structure. */
  isTraining?: boolean;
}

const NO_BATCH = "";

interface MeasuredFormProps {
  work: MeasuredWork;
  /** Null to use the rows of the task being repeated. */
  source: TrainedSource | null;
  material: Material;
  /** Project of the table's latest import: a task of another project cannot read these rows. */
  project?: string | null;
  /** Choices in the task being repeated. */
  before: EarlierTraining | null;
  task: Task | null;
}

/** Assays, reference, project and name for a task on measured variants. */
export function MeasuredForm({
  work,
  source,
  material,
  project: rowsProject,
  before,
  task,
}: MeasuredFormProps) {
  const workspace = useWorkspace();
  const form = `${work.title} ${source?.table} ${namesOfProtein(source?.sequenceColumn ?? "")}`;
  const { mutations } = material;
  const [name, setName] = useKept(`${form} name`, task ? nameAgain(task) : work.nameOf(source?.table ?? ""));
  const [reference, setReference] = useKept(`${form} reference`, before?.reference || material.reference);
  const [assays, setAssays] = useKept(
    `${form} assays ${material.assays.map(({ column }) => column)}`,
    before ? withChoices(material.assays, before) : material.assays,
  );
  // The first one is `batch_id`, if it exists.
  const [proposedBatch = NO_BATCH] = material.batches;
  const [batch, setBatch] = useKept(`${form} batch`, before ? (before.batch ?? NO_BATCH) : proposedBatch);
  const [project, setProject] = useKept(
    `${form} project`,
    task && task.context.kind !== "WORKSPACE"
      ? String(task.context.project_id)
      : (address.value.searchParams.get("project") ?? rowsProject ?? ""),
  );
  const [round, setRound] = useKept(`${form} round`, statedRound());
  // Keeps the earlier parameters that this form does not show.
  const earlier = plainTraining(task?.parameters ?? {}) as Partial<Request["parameters"]>;
  const homologsBefore = (earlier as { homologs?: HomologsStated | null }).homologs;
  const [homologs, setHomologs] = useKept(`${form} homologs`, choiceOf(homologsBefore));
  const [structure, setStructure] = useKept(
    `${form} structure`,
    (task ? structureOf(task) : address.value.searchParams.get("structure")) ?? NO_STRUCTURE,
  );
  const projects = latestOf(useResource(`projects ${workspace.name}`, () => openProjects(workspace)));
  const owner = project || (projects?.[0]?.id ?? "");
  const scales = latestOf(
    useResource(`scales ${owner}`, async () =>
      owner === "" ? new Map<string, Scale>() : earlierScales(workspace, owner),
    ),
  );
  const chosen = assays.filter(({ isChosen }) => isChosen);
  const fitted = useMemo(
    () => (mutations === null ? null : fitMutations(mutations, reference.trim())),
    [mutations, reference],
  );
  const change = (column: string, changes: Partial<(typeof assays)[number]>) =>
    setAssays(assays.map((assay) => (assay.column === column ? { ...assay, ...changes } : assay)));
  const start = async () => {
    const request = trainRequest({
      ...(await chosenOwner(workspace, project, round, "LEARN")),
      table: source?.table ?? "",
      sequenceColumn: source === null ? "" : source.sequenceColumn,
      ...(fitted && "mutations" in fitted && { mutations: fitted.mutations, numbering: fitted.numbering }),
      reference: reference.trim(),
      assays: chosen,
      batch: batch === NO_BATCH ? null : batch,
      hasLoads: material.hasLoads,
      name: name.trim() || null,
    });
    const { dataset, ...parameters } = request.parameters;
    const rows = source ? { dataset } : {};
    const isSame = fitted === null && before?.reference === reference.trim() && earlier.reference;
    const all = {
      ...earlier,
      ...rows,
      ...parameters,
      // An unchanged reference keeps its residue numbers.
      ...(isSame && { reference: earlier.reference }),
    } as Request["parameters"];
    const learned = () => statedTraining(withStructure(withHomologs(all, homologs), structure));
    const whole = { ...request, parameters: work.isTraining ? learned() : all };
    const { id } = await work.start(workspace, whole);
    navigate(pathIn(workspace, "tasks", id));
  };
  return (
    <>
      {!source && <p class="notice">The rows are those of the earlier task.</p>}
      <section class="card">
        <header>
          <h2>Assays</h2>
          <span class="small muted">
            What was measured, and how two values are compared: as ratios (twice as active), as differences (5
            °C more), or only by their order. By default, as in the project's latest model; without one, the
            data choose, and the report states why.
          </span>
        </header>
        <div class="body">
          {assays.map(({ column, isChosen, values, scale, likely, unit }) => (
            <div key={column} class="row">
              <label class="check">
                <input
                  type="checkbox"
                  checked={isChosen}
                  onChange={({ currentTarget }) => change(column, { isChosen: currentTarget.checked })}
                />
                {column}
              </label>
              {values !== null && <span class="small muted">{formatNumber(values)} values</span>}
              {isChosen && (
                <>
                  <ScaleField
                    column={column}
                    value={scale}
                    likely={likely}
                    earlier={scales?.get(column) ?? null}
                    onChange={(next) => change(column, { scale: next })}
                  />
                  <input
                    aria-label={`Unit of ${column}`}
                    placeholder="unit"
                    size={8}
                    value={unit}
                    onInput={({ currentTarget }) => change(column, { unit: currentTarget.value })}
                  />
                </>
              )}
            </div>
          ))}
        </div>
      </section>
      {source && material.batches.length > 0 && (
        <Field
          id="batch"
          label="Batches"
          hint="Separates differences between batches or plates from differences between variants. The rounds of a table are separated, too, except for ranks."
        >
          <Select
            id="batch"
            value={batch}
            options={{
              [NO_BATCH]: "all rows are from one batch",
              ...Object.fromEntries(material.batches.map((column) => [column, column])),
            }}
            onChange={setBatch}
          />
        </Field>
      )}
      <ReferenceFields
        reference={reference}
        isProposed={reference === material.reference}
        words={fitted && "words" in fitted ? fitted.words : "Variants are compared with it."}
        problem={fitted && "problem" in fitted ? fitted.problem : null}
        columns={source?.sequenceColumn ?? null}
        onChange={setReference}
      />
      {work.isTraining && (
        <>
          <HomologsField
            except={source?.table}
            earlier={homologsBefore}
            value={homologs}
            onChange={setHomologs}
          />
          {projects && <StructureField project={owner} value={structure} onChange={setStructure} />}
        </>
      )}
      {projects && projects.length > 1 && (
        <ProjectField projects={projects} value={project} onChange={setProject} />
      )}
      <RoundField project={project || projects?.[0]?.id} purpose="LEARN" value={round} onChange={setRound} />
      <TextField id="name" label="Name" value={name} onChange={setName} />
      <p role="status">{willUse(material, chosen)}</p>
      <div>
        <ActionButton
          class="primary"
          busy="Starting…"
          run={start}
          disabled={chosen.length === 0 || (fitted !== null && "problem" in fitted)}
        >
          {work.verb}
        </ActionButton>
      </div>
    </>
  );
}

/** Selects the assays of an earlier task, with their comparisons. */
function withChoices(assays: Material["assays"], before: EarlierTraining): Material["assays"] {
  return assays.map((assay) => {
    const chosen = before.assays.find(({ column }) => column === assay.column);
    if (!chosen) return { ...assay, isChosen: false };
    return { ...assay, isChosen: true, scale: chosen.scale, unit: chosen.unit ?? "" };
  });
}

/** Describes the data that a task will use. */
function willUse({ rows, sequences, mutations }: Material, chosen: Material["assays"]): string {
  if (chosen.length === 0) return "Choose at least one assay.";
  if (rows === null || sequences === null)
    return "It will use those of the rows that have a sequence and a value.";
  const [protein, missing] = mutations === null ? ["a sequence", "sequence"] : ["mutations", "mutations"];
  // Values of multiple assays may come from different rows.
  const values = chosen.reduce((sum, assay) => sum + (assay.values ?? 0), 0);
  const used = `It will use up to ${formatNumber(Math.min(sequences, values))} of ${formatNumber(rows)} rows: those with ${protein} and a value.`;
  const without = rows - sequences;
  if (without === 0) return used;
  return `${used} ${plural(without, "row")} ${without === 1 ? "has" : "have"} no ${missing}.`;
}
