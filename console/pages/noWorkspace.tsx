import { useState } from "preact/hooks";
import { Card } from "../parts/card.tsx";
import { CopyText } from "../parts/copyText.tsx";
import { NameField } from "../parts/form.tsx";
import { problemOfName, WORKSPACE_NAME } from "../parts/names.ts";
import { Reading } from "../parts/reading.tsx";
import { readAgain, useResource } from "../resource.ts";
import { configuration, signedIn } from "../session.ts";

/** Explains how to become a member of the workspace with this name, or of any workspace if the name is null. */
export function NoWorkspace({ name }: { name: string | null }) {
  const read = useResource("how to become a member", async () => {
    if (typeof signedIn.value === "string") throw new Error("Nobody is signed in.");
    const [{ memberCommand }, { email }] = await Promise.all([configuration, signedIn.value.platform.me()]);
    return { memberCommand, email };
  });
  return (
    <Reading of={read}>
      {({ memberCommand, email }) => (
        <Card
          title={name === null ? "You are not in a workspace yet" : `You are not in a workspace “${name}”`}
          id="no-workspace"
        >
          <p>
            You are signed in as <strong>{email}</strong>.
            {name !== null && " Check the name in the address, or become a member of the workspace."}
          </p>
          {memberCommand === null ? (
            <p>
              Ask the person who manages the members of your organization at the identity provider to add you
              to the organization of the workspace, under this email address. Any member of the workspace can
              tell you who that is.
            </p>
          ) : (
            <Commands command={memberCommand} email={email} workspace={name} />
          )}
          <div>
            <button type="button" class="primary" onClick={readAgain}>
              Look again
            </button>
          </div>
        </Card>
      )}
    </Reading>
  );
}

interface CommandsProps {
  command: string;
  email: string;
  workspace: string | null;
}

/** Commands for a local platform, for the person who runs it. */
function Commands({ command, email, workspace }: CommandsProps) {
  const [typed, setTyped] = useState("lab");
  const name = workspace ?? typed;
  const who = `${command} --email ${quoteForShell(email)}`;
  return (
    <>
      <p>
        This platform runs on one machine. Run a command there, in the folder of the platform, or ask the
        person who started it to do so. Ignore the token that it prints.
      </p>
      {workspace === null && (
        <NameField
          id="workspace"
          label="Name of the workspace"
          rule={WORKSPACE_NAME}
          value={typed}
          onChange={setTyped}
        />
      )}
      {problemOfName(WORKSPACE_NAME, name) === null && (
        <CopyText label={`To join the workspace “${name}”`} text={`${who} --workspace ${name}`} />
      )}
      <CopyText label="To create your workspaces" text={`${who} --staff`} />
    </>
  );
}

/** Quotes text for a shell unless it contains no special characters. */
function quoteForShell(text: string): string {
  return /^[\w.@+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
