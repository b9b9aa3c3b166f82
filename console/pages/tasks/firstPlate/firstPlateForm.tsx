import { readFasta } from "@pdp/basics/proteins";
import { readTraining } from "#client/requests/earlierTask.ts";
import type { Task } from "#client/taskHandle.ts";
import { pathIn, useWorkspace } from "../../../lab.ts";
import { ActionButton } from "../../../parts/actionButton.tsx";
import { projectOrFirst } from "../../../parts/chosenProject.ts";
import { TextField } from "../../../parts/form.tsx";
import { plural } from "../../../parts/format.ts";
import { useKept } from "../../../parts/keptState.ts";
import type { Project } from "../../../parts/openProjects.ts";
import { ProjectField } from "../../../parts/projectField.tsx";
import { address, navigate } from "../../../router.ts";
import { chosenOwner } from "../../rounds/chosenOwner.ts";
import { RoundField } from "../../rounds/roundField.tsx";
import { statedRound } from "../../rounds/statedRound.ts";
import { structureOf } from "../../structures/readSubstitutions.ts";
import { NO_STRUCTURE, StructureField } from "../../structures/structureField.tsx";
import { nameAgain } from "../earlier.ts";
import { HomologsField } from "../train/homologsField.tsx";
import { choiceOf, type HomologsStated, NO_HOMOLOGS } from "../train/withHomologs.ts";
import { firstPlateRequest, type NumberedProtein } from "./firstPlateRequest.ts";
import { ReferenceChoice } from "./referenceChoice.tsx";

interface FirstPlateFormProps {
  projects: readonly Project[];
  /** Training to repeat. */
  task: Task | null;
}

/** Structure, reference and related proteins for a training without measurements. */
export function FirstPlateForm({ projects, task }: FirstPlateFormProps) {
  const workspace = useWorkspace();
  const { searchParams } = address.value;
  const parameters = task?.parameters ?? {};
  const homologsBefore = (parameters as { data?: { homologs?: HomologsStated | null } }).data?.homologs;
  const form = `first plate ${task?.id}`;
  const [project, setProject] = useKept(
    `${form} project`,
    task && task.context.kind !== "WORKSPACE"
      ? String(task.context.project_id)
      : (searchParams.get("project") ?? ""),
  );
  const [round, setRound] = useKept(`${form} round`, statedRound());
  const [structure, setStructure] = useKept(
    `${form} structure`,
    (task ? structureOf(task) : searchParams.get("structure")) ?? NO_STRUCTURE,
  );
  const [homologs, setHomologs] = useKept(`${form} homologs`, choiceOf(homologsBefore));
  const chosen = projectOrFirst(projects, project);
  const references = chosen?.references ?? [];
  const before = readTraining(parameters).reference;
  const [text, setText] = useKept<string | null>(`${form} reference`, before || null);
  const [name, setName] = useKept(`${form} name`, task ? nameAgain(task) : "Models for a first plate");
  const [chain, setChain] = useKept<NumberedProtein | null>(`${form} chain`, null);
  const shown = text ?? references[0]?.monomer ?? "";
  const read = readFasta(shown);
  const hasSource = structure !== NO_STRUCTURE || homologs !== NO_HOMOLOGS;
  const start = async () => {
    if ("reason" in read) return;
    const owner = await chosenOwner(workspace, project, round, "LEARN");
    const request = firstPlateRequest({
      ...owner,
      reference: numbered(read.sequence, chain, task, references),
      structure,
      homologs,
      name: name.trim() || null,
      earlier: parameters,
    });
    const { id } = await workspace.train(request);
    navigate(pathIn(workspace, "tasks", id));
  };
  return (
    <>
      {projects.length !== 1 && <ProjectField projects={projects} value={project} onChange={setProject} />}
      <StructureField project={chosen?.id ?? ""} value={structure} onChange={setStructure} />
      <ReferenceChoice
        references={references}
        structure={structure}
        text={shown}
        problem={shown.trim() !== "" && "reason" in read ? `The text ${read.reason}.` : null}
        onChange={setText}
        onChain={(protein) => {
          setChain(protein);
          setText(protein.monomer);
        }}
      />
      <HomologsField except={undefined} earlier={homologsBefore} value={homologs} onChange={setHomologs} />
      <RoundField project={chosen?.id} purpose="LEARN" value={round} onChange={setRound} />
      <TextField id="name" label="Name" value={name} onChange={setName} />
      <p role="status">{willUse(hasSource, "reason" in read ? null : read.sequence)}</p>
      <div>
        <ActionButton class="primary" busy="Starting…" run={start} disabled={!hasSource || "reason" in read}>
          Train
        </ActionButton>
      </div>
    </>
  );
}

/** Returns a protein with the residue numbers of the structure, the earlier task, or a project reference with the same sequence. */
function numbered(
  monomer: string,
  chain: NumberedProtein | null,
  task: Task | null,
  references: NonNullable<Project["references"]>,
): NumberedProtein {
  const earlier = (task?.parameters as { reference?: NumberedProtein | null } | undefined)?.reference;
  const known = [chain, earlier, ...references]
    .filter((protein) => protein != null)
    .find((protein) => protein.monomer === monomer);
  return known ? { monomer, first_position: known.first_position, positions: known.positions } : { monomer };
}

/** Describes what the training will do, or what is missing. */
function willUse(hasSource: boolean, reference: string | null): string {
  if (!hasSource) return "Choose a structure, or a table of related proteins.";
  if (reference === null) return "Enter the reference protein.";
  return `It will score all ${plural(19 * reference.length, "substitution")} of the reference. When it has finished, design the plate.`;
}
