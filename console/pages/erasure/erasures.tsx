import { ApiError } from "#client/errors.ts";
import { take, useWorkspace } from "../../lab.ts";
import { ActionButton } from "../../parts/actionButton.tsx";
import { Age } from "../../parts/age.tsx";
import { DataTable } from "../../parts/dataTable.tsx";
import { Reading } from "../../parts/reading.tsx";
import { readAgain, useResource } from "../../resource.ts";
import { saveCertificate } from "./eraseRows.tsx";

/** Erasures in the workspace with their certificates, for users who may erase rows. */
export function Erasures() {
  const workspace = useWorkspace();
  const read = useResource(`erasures ${workspace.name}`, async () => {
    try {
      return await take(workspace.erasures({ order: "DESC" }));
    } catch (error) {
      if (error instanceof ApiError && error.status === 403) return null;
      throw error;
    }
  });
  return (
    <section class="card" aria-labelledby="erasures">
      <header>
        <h2 id="erasures">Erasures</h2>
      </header>
      <Reading of={read}>
        {(erasures) =>
          erasures === null ? (
            <p class="body muted">
              Erasing rows from every version requires the permission data:erase, which an administrator of
              your organization can grant.
            </p>
          ) : (
            <>
              <p class="body muted">To erase rows, open their table and press “Erase rows…” under Columns.</p>
              {erasures.length > 0 && (
                <DataTable columns={["What", "State", "Since", "Certificate"]}>
                  {erasures.map(({ id, state, errors, reference, load_id, created_at, completed_at }) => (
                    <tr key={id}>
                      <th scope="row">{reference ?? `import ${load_id}`}</th>
                      <td>
                        {state.toLowerCase()}
                        {errors.length > 0 && <p class="muted">{errors.join(" ")}</p>}
                      </td>
                      <td>
                        <Age at={completed_at ?? created_at} />
                      </td>
                      <td>
                        {state === "COMPLETED" && (
                          <ActionButton run={() => saveCertificate(workspace.erasure(id))}>
                            Download
                          </ActionButton>
                        )}
                        {state === "ERASING" && (
                          <ActionButton run={() => workspace.erasure(id).cancel().finally(readAgain)}>
                            Cancel
                          </ActionButton>
                        )}
                      </td>
                    </tr>
                  ))}
                </DataTable>
              )}
            </>
          )
        }
      </Reading>
    </section>
  );
}
