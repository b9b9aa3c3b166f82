import { useState } from "preact/hooks";
import type { Platform } from "#client/connect.ts";
import { pathIn } from "../lab.ts";
import { Brand } from "../parts/brand.tsx";
import { DataTable } from "../parts/dataTable.tsx";
import { Failure } from "../parts/failure.tsx";
import { NameField } from "../parts/form.tsx";
import { problemOfName, WORKSPACE_NAME } from "../parts/names.ts";
import { Page } from "../parts/page.tsx";
import { Reading } from "../parts/reading.tsx";
import { latestOf, useResource } from "../resource.ts";
import { navigate } from "../router.ts";
import { type SignedIn, signOut } from "../session.ts";
import { NoWorkspace } from "./noWorkspace.tsx";

/** Workspaces of the signed-in user; the first page of the console. */
export function WorkspacesPage({ signedIn }: { signedIn: SignedIn }) {
  const { platform } = signedIn;
  const read = useResource("workspaces", async () => {
    const [workspaces, me] = await Promise.all([platform.workspaces(), platform.me()]);
    return { workspaces, me, isStaff: me.is_staff === true };
  });
  const known = latestOf(read);
  return (
    <main>
      <div class="topbar">
        <Brand />
      </div>
      <Page
        title="Workspaces"
        intro="A workspace holds the data of one lab. Open one to import, query, train and design."
        actions={
          <>
            {known && <span class="muted">{known.me.email}</span>}
            <button type="button" onClick={() => void signOut(signedIn)}>
              Sign out
            </button>
          </>
        }
      >
        <Reading of={read}>{() => null}</Reading>
        {known && known.workspaces.length > 0 && (
          <div class="card scroll">
            <DataTable columns={["Name", "Region"]}>
              {known.workspaces.map(({ name, region }) => (
                <tr key={name}>
                  <th scope="row">
                    <a href={pathIn({ name }, "home")}>{name}</a>
                  </th>
                  <td>{region}</td>
                </tr>
              ))}
            </DataTable>
          </div>
        )}
        {known && known.workspaces.length === 0 && !known.isStaff && <NoWorkspace name={null} />}
        {known?.isStaff && <CreateWorkspace platform={platform} isFirst={known.workspaces.length === 0} />}
      </Page>
    </main>
  );
}

function CreateWorkspace({ platform, isFirst }: { platform: Platform; isFirst: boolean }) {
  const [name, setName] = useState("lab");
  const [region, setRegion] = useState<"EU" | "US">("EU");
  const [state, setState] = useState<{ isCreating: boolean; error?: unknown }>({ isCreating: false });
  const create = async (event: Event) => {
    event.preventDefault();
    setState({ isCreating: true });
    try {
      await platform.createWorkspace({ name, display_name: name, region });
      navigate(pathIn({ name }, "home"));
    } catch (error) {
      setState({ isCreating: false, error });
    }
  };
  return (
    <form class="card" onSubmit={create}>
      <header>
        <h2>{isFirst ? "Create the first workspace" : "Create a workspace"}</h2>
      </header>
      <div class="body">
        {state.error !== undefined && <Failure error={state.error} retry={false} />}
        <div class="row top">
          <NameField
            id="name"
            label="Name"
            rule={WORKSPACE_NAME}
            hint="Lower-case letters, digits and hyphens"
            value={name}
            onChange={setName}
          />
          <div class="field">
            <label for="region">Region</label>
            <select
              id="region"
              value={region}
              onChange={({ currentTarget }) => setRegion(currentTarget.value === "US" ? "US" : "EU")}
            >
              <option>EU</option>
              <option>US</option>
            </select>
          </div>
        </div>
        <p class="small muted">Its data is stored in its region only.</p>
        <div>
          <button
            type="submit"
            class="primary"
            disabled={state.isCreating || problemOfName(WORKSPACE_NAME, name) !== null}
          >
            {state.isCreating ? "Creating…" : "Create"}
          </button>
        </div>
      </div>
    </form>
  );
}
