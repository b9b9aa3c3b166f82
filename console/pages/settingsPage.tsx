import { useState } from "preact/hooks";
import type { Platform } from "#client/connect.ts";
import type { components } from "#client/schema.ts";
import { jdbcUrl } from "../jdbcUrl.ts";
import { pathIn, take, useWorkspace } from "../lab.ts";
import { ActionButton } from "../parts/actionButton.tsx";
import { Card } from "../parts/card.tsx";
import { CopyText } from "../parts/copyText.tsx";
import { DataTable } from "../parts/dataTable.tsx";
import { TextField } from "../parts/form.tsx";
import { Page } from "../parts/page.tsx";
import { forgetNames } from "../parts/person.tsx";
import { Reading } from "../parts/reading.tsx";
import { say } from "../parts/toast.tsx";
import { readAgain, useResource } from "../resource.ts";
import { signedIn } from "../session.ts";
import { Erasures } from "./erasure/erasures.tsx";

type User = components["schemas"]["User"];
type Member = components["schemas"]["Member"];

/** Members of a workspace, and instructions for connecting programs to it. */
export function SettingsPage() {
  const workspace = useWorkspace();
  const current = signedIn.value;
  const platform = typeof current === "string" ? null : current.platform;
  const read = useResource(`settings ${workspace.name}`, async () => {
    if (!platform) throw new Error("Nobody is signed in.");
    const query = { name: workspace.name };
    const [me, members, { data: record }] = await Promise.all([
      platform.me(),
      take(workspace.members()),
      platform.raw.GET("/v2/workspace:getRecord", { params: { query } }),
    ]);
    return { me, members, record };
  });
  return (
    <Page title="Settings" intro="This workspace, its members, and access for programs.">
      <Reading of={read}>
        {({ me, members, record }) =>
          platform && (
            <>
              <div class="columns even">
                <section class="card" aria-labelledby="workspace">
                  <header>
                    <h2 id="workspace">This workspace</h2>
                  </header>
                  <dl class="body facts">
                    <dt>Name</dt>
                    <dd>{workspace.name}</dd>
                    <dt>Region</dt>
                    <dd>{record?.region}: its data is stored only there</dd>
                    <dt>API address</dt>
                    <dd>{record?.region_api_url}</dd>
                    <dt>Activity</dt>
                    <dd>
                      <a href={pathIn(workspace, "activity")}>Who read or changed what</a>, for managers
                    </dd>
                  </dl>
                </section>
                <You platform={platform} user={me} />
              </div>
              <Members members={members} />
              <Erasures />
              <Programs url={platform.url} workspace={workspace.name} />
              {record && <Tools url={record.region_api_url} workspace={workspace.name} />}
            </>
          )
        }
      </Reading>
    </Page>
  );
}

function You({ platform, user }: { platform: Platform; user: User }) {
  const [name, setName] = useState(user.name);
  const save = async () => {
    await platform.rename(name.trim());
    forgetNames();
    readAgain();
    say("Your name was changed.");
  };
  return (
    <Card title="You" id="you">
      <p>Signed in as {user.email}.</p>
      <TextField
        id="your-name"
        label="Your name"
        hint="Others see it next to your changes. Leave this empty to show your email address."
        maxLength={200}
        value={name}
        onChange={setName}
      />
      <div>
        <ActionButton run={save} disabled={name.trim() === user.name}>
          Save
        </ActionButton>
      </div>
    </Card>
  );
}

function Members({ members }: { members: readonly Member[] }) {
  return (
    <Card title="Members of this workspace" id="members" scroll="keys">
      <DataTable columns={["Name", "Email", "Role"]}>
        {members.map(({ user_id, user_type, name, email, role }) => (
          <tr key={user_id}>
            <th scope="row">{name}</th>
            <td>{user_type === "M2M" ? "a program" : email}</td>
            <td>{role}</td>
          </tr>
        ))}
      </DataTable>
      <p class="body small muted">
        Readers read and run queries, scientists also import and start tasks, and managers also set roles,
        erase rows, and undo the work of others. An administrator of the organization invites and removes
        members at the identity provider. They appear here after their first sign-in.
      </p>
    </Card>
  );
}

function Programs({ url, workspace }: { url: string; workspace: string }) {
  const terminal = `export PDP_URL=${url}\npdp login\npdp use ${workspace}\npdp table list`;
  const python = `import pdp\nlab = pdp.connect("${workspace}", url="${url}")\nlab.sql("SELECT 1 AS one").rows()`;
  return (
    <Card title="From a terminal or a notebook" id="programs">
      <p>Both sign you in through this browser and use the same data as the console.</p>
      <CopyText label="Commands for a terminal" text={terminal} />
      <CopyText label="Lines for Python" text={python} />
      <p>
        <a href={`${url}/docs`} target="_blank" rel="noreferrer">
          Reference of the API
        </a>
      </p>
    </Card>
  );
}

function Tools({ url, workspace }: { url: string; workspace: string }) {
  return (
    <Card title="From other tools" id="tools">
      <p>
        Spotfire, Tableau, DBeaver, SQLAlchemy and other tools with a driver for Trino read this workspace.
        Use any user name, and an access token as the password. The page “Connect your tools” of the
        documentation has an example for each.
      </p>
      <CopyText label="Address for JDBC" text={jdbcUrl(url, workspace)} />
    </Card>
  );
}
