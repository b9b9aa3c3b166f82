import { useEffect } from "preact/hooks";
import type { PreviewQuery } from "#client/importFiles.ts";
import { useWorkspace } from "../../lab.ts";
import { Failure } from "../../parts/failure.tsx";
import { Loading, Page } from "../../parts/page.tsx";
import { ChooseFile } from "./chooseFile.tsx";
import { draftOf } from "./importDraft.ts";
import { ImportForm } from "./importForm.tsx";
import { previewFile } from "./previewFile.ts";
import { useTarget } from "./useTarget.ts";
import { Warnings } from "./warnings.tsx";

/** Imports a file into a table: shows its format, future columns and problems, and how to fix the problems. */
export function ImportPage() {
  const workspace = useWorkspace();
  const draft = draftOf(workspace.name);
  const target = useTarget(draft);
  const { step } = draft;
  const preview = (file: File, query: PreviewQuery = {}) => void previewFile(workspace, file, query, target);
  useEffect(() => {
    if (step.name === "given") preview(step.file);
  }, [step]);
  return (
    <Page
      title="Import a file"
      intro="Import measurements from a file or a spreadsheet. You see how each column is read before anything is uploaded."
    >
      {step.name === "choose" && (
        <>
          {step.error !== undefined && <Failure error={step.error} retry={false} />}
          <ChooseFile onChoose={preview} />
        </>
      )}
      {step.name === "previewing" && <Loading label={`Looking at ${step.file.name}`} />}
      {step.name === "importing" && <Loading label={`${step.done}: ${step.file.name}`} />}
      {step.name === "warned" && <Warnings {...step} into={target.into} />}
      {step.name === "columns" && (
        <ImportForm
          draft={draft}
          step={step}
          target={target}
          onPreview={(query) => preview(step.file, query)}
        />
      )}
    </Page>
  );
}
