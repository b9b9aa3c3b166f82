import type { PreviewQuery, TableConfig } from "#client/importFiles.ts";
import { useWorkspace } from "../../lab.ts";
import { isBadProject } from "../../parts/chosenProject.ts";
import { problemOfName, TABLE_NAME } from "../../parts/names.ts";
import { badRowsOf, currentProblems } from "./checkedRows.ts";
import { CheckedSoFar } from "./checkedSoFar.tsx";
import { chosenPart } from "./chosenPart.ts";
import { ColumnsForm } from "./columnsForm.tsx";
import { Exceptions, RowRules } from "./exceptions.tsx";
import { endCheck } from "./fileCheck.ts";
import { type ColumnsStep, changeDraft, type ImportDraft, importDraft } from "./importDraft.ts";
import { ImportedFile } from "./importedFile.tsx";
import { ImportTarget } from "./importTarget.tsx";
import { Problems } from "./problems.tsx";
import { Replicates } from "./replicates.tsx";
import { SeldomMeant } from "./seldomMeant.tsx";
import { sendFile } from "./sendFile.ts";
import { SequenceRule } from "./sequenceRule.tsx";
import { SectionChoice, SheetChoice } from "./sheetChoice.tsx";
import { useFileCheck } from "./useFileCheck.ts";
import type { Target } from "./useTarget.ts";

interface ImportFormProps {
  draft: ImportDraft;
  step: ColumnsStep;
  target: Target;
  /** Previews the file again. */
  onPreview: (query: PreviewQuery) => void;
}

/** Form for a previewed file: its table, its columns, and what to do about its problems. */
export function ImportForm({ draft, step, target, onPreview }: ImportFormProps) {
  const workspace = useWorkspace();
  const { file, preview } = step;
  const { config, into, table } = target;
  const check = useFileCheck(file, target);
  const { problems, leftOut } = currentProblems(step, check, config);
  const change = (changes: Partial<ImportDraft>) => changeDraft(workspace.name, changes);
  const onConfig = (next: TableConfig) => change({ config: next });
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (config) void sendFile(workspace, step, config, target);
      }}
    >
      <ImportedFile
        file={file}
        preview={preview}
        onAnother={() => {
          endCheck();
          importDraft.value = null;
        }}
      />
      <ImportTarget draft={draft} target={target} onChange={change} />
      <SheetChoice sheets={preview.sheets} onChoose={(sheet) => onPreview({ sheet })} />
      <PlateNotes notes={preview.plate_notes ?? []} />
      <SectionChoice sections={preview.sections} onChoose={(row) => onPreview({ header_row: row })} />
      <Problems {...{ problems, config, table, leftOut, onConfig }} badRows={badRowsOf(check)} />
      {config && <Exceptions preview={preview} config={config} onConfig={onConfig} />}
      {config && <RowRules config={config} onConfig={onConfig} />}
      <SeldomMeant warnings={preview.warnings} />
      {config && (
        <>
          <SequenceRule
            preview={preview}
            config={config}
            onReference={(query) => onPreview({ ...chosenPart(preview), ...query })}
            onConfig={onConfig}
          />
          <Replicates
            config={config}
            into={into}
            isWanted={draft.replicates}
            onWanted={(replicates) => change({ replicates })}
          />
          <ColumnsForm preview={preview} config={config} table={table} onConfig={onConfig} />
          <div class="row">
            <SubmitButton config={config} target={target} project={draft.project} />
            <CheckedSoFar check={check} leftOut={leftOut} />
          </div>
        </>
      )}
    </form>
  );
}

interface SubmitButtonProps {
  config: TableConfig;
  target: Target;
  project: string;
}

/** Starts an import with columns, and with valid names for the table and for a new project. */
function SubmitButton({ config, target: { projects, into }, project }: SubmitButtonProps) {
  const isBad =
    config.columns.length === 0 ||
    isBadProject(projects, project) ||
    problemOfName(TABLE_NAME, into) !== null;
  return (
    <button type="submit" class="primary" disabled={isBad}>
      Import
    </button>
  );
}

function PlateNotes({ notes }: { notes: readonly string[] }) {
  return (
    <>
      {notes.map((note) => (
        <p key={note} class="small">
          {note}
        </p>
      ))}
    </>
  );
}
