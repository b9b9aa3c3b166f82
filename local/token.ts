import { parseArgs } from "node:util";
import { type LocalIdp, localIdp } from "./idp/localIdp.ts";
import { idpAddressFrom } from "./staffProgram.ts";

const HELP = `Prints an access token of the local identity provider, as the last line of output.

  npm run -s token -- [--email E] [--workspace NAME] [--role R] [--permission P] [--staff] [--m2m]

  --email E         user of the token; created if new (default: dev@example.org)
  --workspace NAME  workspace of the token; the user becomes a member
  --role R          role of the member or machine: reader, scientist or manager. The member's tokens have it
                    from now on; "member" removes it
  --permission P    permission in the workspace, such as data:erase; may be repeated. The member's
                    tokens have it from now on; an empty value (--permission "") revokes all
  --staff           token for platform staff; the user becomes one
  --m2m             token of a machine, for the workspace or for staff
  --help            show this help

Without --workspace and --staff, the token has no organization. Set PORT (default 4000) and DATA_DIR (default
.data) to those of the platform; the identity provider listens on PORT + 3. Only the account that runs the platform
can get tokens.`;

const TOKEN_ROLES = ["member", "reader", "scientist", "manager"];

interface TokenRequest {
  email: string;
  workspace: string | undefined;
  /** New permissions of the member; undefined to leave them unchanged. */
  permissions: string[] | undefined;
  role: string | undefined;
  staff: boolean;
  m2m: boolean;
}

/** Prints a token and returns the exit code. */
export async function token(args: string[], environment: NodeJS.ProcessEnv): Promise<number> {
  try {
    const wish = parseOptions(args);
    console.log(wish === "help" ? HELP : await tokenFor(wish, localIdp(idpAddressFrom(environment))));
    return 0;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  }
}

function parseOptions(args: string[]): TokenRequest | "help" {
  const values = optionsFrom(args);
  const { email = "dev@example.org", workspace, permission, role, staff, m2m, help } = values;
  if (help) return "help";
  if (staff && workspace !== undefined) {
    throw new Error("A token is for one organization. Use either --workspace or --staff.");
  }
  if (m2m && !staff && workspace === undefined) {
    throw new Error(
      "A machine client belongs to an organization. With --m2m, also use --workspace NAME or --staff.",
    );
  }
  if (permission && (m2m || workspace === undefined)) {
    throw new Error("Permissions are granted to members. Add --workspace NAME and omit --m2m.");
  }
  if (role !== undefined && !TOKEN_ROLES.includes(role)) {
    throw new Error(`--role is "${role}", but must be one of ${TOKEN_ROLES.join(", ")}.`);
  }
  if (role !== undefined && workspace === undefined) {
    throw new Error("Roles are those of a workspace. Add --workspace NAME.");
  }
  if (m2m && values.email !== undefined)
    console.error("--email is ignored because machine clients have no email address.");
  return { email, workspace, permissions: permission?.filter((name) => name !== ""), role, staff, m2m };
}

function optionsFrom(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        email: { type: "string" },
        workspace: { type: "string" },
        role: { type: "string" },
        permission: { type: "string", multiple: true },
        staff: { type: "boolean", default: false },
        m2m: { type: "boolean", default: false },
        help: { type: "boolean", short: "h", default: false },
      },
    }).values;
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}. --help lists the options.`);
  }
}

async function tokenFor(wish: TokenRequest, idp: LocalIdp): Promise<string> {
  const settings = await idp.settings();
  const organization = wish.staff
    ? settings.staffOrganizationId
    : wish.workspace === undefined
      ? null
      : await workspaceOrganization(idp, wish.workspace);
  if (wish.m2m && organization !== null) return await idp.machineToken(organization, wish.role);
  return await idp.userToken(settings.clientId, wish.email, organization, wish.permissions, wish.role);
}

/** Returns the organization with the same name as a workspace; the newest one if the name was reused. */
async function workspaceOrganization(idp: LocalIdp, name: string): Promise<string> {
  const [newest] = await idp.workspaceOrganizations(name);
  if (newest !== undefined) return newest;
  throw new Error(
    `The workspace "${name}" does not exist yet. Create it first with a platform staff token ` +
      "(npm run -s token -- --staff), and wait until it is READY.",
  );
}

if (import.meta.main) process.exitCode = await token(process.argv.slice(2), process.env);
