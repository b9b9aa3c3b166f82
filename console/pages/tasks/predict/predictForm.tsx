import { assemblyOf, chainLengths, haveSameChains, residueCount } from "@pdp/basics/proteins";
import { kindOf } from "#client/requests/assembly.ts";
import type { Task } from "#client/taskHandle.ts";
import { pathIn, useWorkspace } from "../../../lab.ts";
import { ActionButton } from "../../../parts/actionButton.tsx";
import { Field, problemOf, SelectField, TextField } from "../../../parts/form.tsx";
import { formatNumber, plural } from "../../../parts/format.ts";
import { useKept } from "../../../parts/keptState.ts";
import { address, navigate } from "../../../router.ts";
import type { ModelFacts } from "../models.ts";
import { Reliability } from "../reliability.tsx";
import { taskTitle } from "../taskTitle.ts";
import { readSequences } from "./readSequences.ts";

const SOURCES = {
  template: "all single substitutions of a protein",
  sequences: "sequences that I paste",
} as const;
/** Number of substitutions at each position. */
const SUBSTITUTIONS = 19;

interface PredictFormProps {
  training: Task;
  model: ModelFacts;
  scorer: string;
}

/** Prediction input: pasted sequences, or a template for which all single substitutions are predicted. */
export function PredictForm({ training, model, scorer }: PredictFormProps) {
  const workspace = useWorkspace();
  const given = address.peek().searchParams.get("sequence") ?? "";
  const form = `predict ${training.id}`;
  const [source, setSource] = useKept<keyof typeof SOURCES>(
    `${form} source`,
    given === "" ? "template" : "sequences",
  );
  const [template, setTemplate] = useKept(`${form} template`, model.reference);
  const [text, setText] = useKept(`${form} sequences`, given);
  const [name, setName] = useKept(`${form} name`, `Predictions by ${taskTitle(training)}`);
  const isTemplate = source === "template";
  const stated = isTemplate ? template : text;
  const problem = stated.trim() === "" ? null : problemOf(() => check(stated, isTemplate, model));
  const sequences = stated.trim() === "" || problem !== null ? [] : readSequences(stated);
  const isPair = kindOf(model.reference) === "VHVL";
  const rows = sequences.map((sequence) => (isPair ? { ...assemblyOf(sequence) } : { sequence }));
  const predict = async () => {
    const task = await workspace.predict({
      context: contextOf(training),
      display_name: name.trim() || null,
      parameters: {
        scorer: { artifact_id: scorer },
        ...(isTemplate
          ? { template: assemblyOf(sequences[0] ?? "") }
          : { assemblies: { kind: kindOf(model.reference), source: { kind: "LITERAL", rows } } }),
      },
    });
    navigate(pathIn(workspace, "tasks", task.id));
  };
  return (
    <>
      <Reliability models={model} />
      <SelectField id="source" label="Predict" value={source} options={SOURCES} onChange={setSource} />
      <Field
        id="predicted"
        label={isTemplate ? "Protein" : "Sequences"}
        problem={problem}
        hint={inputHint(isTemplate, model)}
      >
        <textarea
          id="predicted"
          rows={isTemplate ? 4 : 10}
          class="mono"
          spellcheck={false}
          aria-describedby="predicted-hint"
          aria-invalid={problem !== null}
          value={stated}
          onInput={({ currentTarget: { value } }) => (isTemplate ? setTemplate(value) : setText(value))}
        />
      </Field>
      <TextField id="name" label="Name" value={name} onChange={setName} />
      <p role="status">{willPredict(sequences, isTemplate)}</p>
      <div>
        <ActionButton class="primary" disabled={sequences.length === 0} run={predict}>
          Predict
        </ActionButton>
      </div>
    </>
  );
}

/** Returns the context of predictions: that of the training. */
function contextOf({ context }: Task) {
  if (context.kind === "ROUND") return { kind: "ROUND" as const, round_id: context.round_id };
  if (context.kind === "PROJECT") return { kind: "PROJECT" as const, project_id: context.project_id };
  return { kind: "WORKSPACE" as const };
}

function inputHint(isTemplate: boolean, { reference }: ModelFacts): string {
  const isPair = kindOf(reference) === "VHVL";
  const chains = "heavy chain, a slash, and light chain";
  if (isTemplate)
    return `As long as the model's sequences: ${chainLengths(reference)} residues${isPair ? `; ${chains}` : ""}`;
  return isPair ? `FASTA, or one antibody per line: ${chains}` : "FASTA, or one sequence per line";
}

function willPredict(sequences: readonly string[], isTemplate: boolean): string {
  const [template] = sequences;
  if (template === undefined) return "";
  return isTemplate
    ? `Predicts the protein and its ${formatNumber(SUBSTITUTIONS * residueCount(template))} single substitutions.`
    : `Predicts ${plural(sequences.length, "sequence")}.`;
}

/** Throws an error with an explanation if the input cannot be predicted. */
function check(stated: string, isTemplate: boolean, { reference }: ModelFacts): void {
  const sequences = readSequences(stated);
  const other = sequences.findIndex((sequence) => kindOf(sequence) !== kindOf(reference));
  if (other >= 0)
    throw new Error(
      kindOf(reference) === "VHVL"
        ? `Sequence ${other + 1} has one chain. Write the heavy chain, a slash, and the light chain; an absent chain is empty.`
        : `Sequence ${other + 1} has a slash, but the model has one chain.`,
    );
  if (!isTemplate) return;
  const [template = "", ...others] = sequences;
  if (others.length > 0) throw new Error(`There are ${sequences.length} sequences. Enter only the protein.`);
  if (!haveSameChains(template, reference))
    throw new Error(
      `It has ${chainLengths(template)} residues, and the model's sequences have ${chainLengths(reference)}.`,
    );
}
