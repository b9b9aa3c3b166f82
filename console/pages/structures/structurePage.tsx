import type { Structure } from "#client/structures.ts";
import type { Workspace } from "#client/workspace.ts";
import { pathIn, useWorkspace } from "../../lab.ts";
import { ActionButton } from "../../parts/actionButton.tsx";
import { Page } from "../../parts/page.tsx";
import { Reading } from "../../parts/reading.tsx";
import { saveFile } from "../../parts/saveFile.ts";
import { latestOf, readAgain, useResource } from "../../resource.ts";
import { taskTitle } from "../tasks/taskTitle.ts";
import { readPicture } from "./readPicture.ts";
import { StructurePicture } from "./structurePicture.tsx";
import { StructureTables } from "./structureTables.tsx";
import { stateWords, structureLine } from "./structureWords.ts";

/** One structure: its picture, colored by what is known of its residues, and its chains, ligands and matches. */
export function StructurePage({ params }: { params: Record<string, string> }) {
  const workspace = useWorkspace();
  const id = params.structure ?? "";
  const read = useResource(`structure ${workspace.name} ${id}`, () => workspace.structures.get(id));
  const structure = latestOf(read);
  const isReady = structure?.data.state === "READY" && structure.archived_at === undefined;
  return (
    <Page
      title={structure?.data.name ?? "Structure"}
      intro={isReady && structureLine(structure.data)}
      primary={
        isReady && (
          <a class="button primary" href={pathFor(workspace, "first-plate", structure)}>
            Design a first plate
          </a>
        )
      }
      actions={
        structure && (
          <>
            {isReady && (
              <a class="button" href={pathFor(workspace, "train", structure)}>
                Train with it
              </a>
            )}
            {structure.data.state === "READY" && (
              <ActionButton
                busy="Downloading…"
                run={async () =>
                  saveFile(structure.data.name, "text/plain", await workspace.structures.file(id))
                }
              >
                Download the file
              </ActionButton>
            )}
            <ActionButton
              run={async () => {
                await workspace.structures.setArchived(id, structure.archived_at === undefined);
                readAgain();
              }}
            >
              {structure.archived_at === undefined ? "Archive" : "Restore"}
            </ActionButton>
          </>
        )
      }
    >
      {structure?.archived_at !== undefined && (
        <p class="notice warn">This structure is archived: it is not listed, and new tasks cannot use it.</p>
      )}
      <Reading of={read}>
        {(shown) =>
          shown.data.state === "READY" ? (
            <Ready structure={shown} />
          ) : (
            <p class={`notice ${shown.data.state === "UNREADABLE" ? "danger" : "warn"}`}>
              {stateWords(shown.data)}
            </p>
          )
        }
      </Reading>
    </Page>
  );
}

/** Returns the path of a form that uses the structure. */
function pathFor(workspace: Workspace, page: string, { id, context }: Structure): string {
  const query = new URLSearchParams({ structure: id });
  if (context.kind !== "WORKSPACE") query.set("project", String(context.project_id));
  return `${pathIn(workspace, page)}?${query}`;
}

function Ready({ structure }: { structure: Structure }) {
  const workspace = useWorkspace();
  const read = useResource(`picture of ${structure.id}`, () => readPicture(workspace, structure));
  return (
    <>
      <Reading of={read} label="Reading the structure">
        {(picture) => (
          <>
            <p class="small muted">
              {picture.scores ? (
                <>
                  Scores are from{" "}
                  <a href={pathIn(workspace, "tasks", picture.scores.training.id)}>
                    {taskTitle(picture.scores.training)}
                  </a>
                  , the latest training run with this structure.
                </>
              ) : (
                "No training has used this structure yet: train with it to score every substitution."
              )}
            </p>
            <StructurePicture structure={structure} picture={picture} />
          </>
        )}
      </Reading>
      <StructureTables data={structure.data} />
    </>
  );
}
