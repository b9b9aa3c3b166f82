import { writeFile } from "node:fs/promises";
import { runQuery } from "#functions/query/runQuery.ts";
import type { Config } from "#infra/config.ts";
import { tenantGrants } from "#infra/constructs/permissions/grants.ts";
import { TENANT_PREFIX } from "#infra/constructs/permissions/leadingKeys.ts";
import { readerRoleName } from "#infra/constructs/permissions/readerRole.ts";
import { tenantRoleName } from "#infra/constructs/permissions/tenantRoles.ts";
import { machineArn, names, stackId } from "#infra/names.ts";
import { callAws } from "./awsCalls.ts";
import { ofType, type Template } from "./templates.ts";

/** Deployment in which a fault is planted, with its configuration and templates. */
export interface Target {
  config: Config;
  templates: ReadonlyMap<string, Template>;
  /** File that makes the emulator throttle the first calls of each step again. */
  throttleAgain: string;
}

/** Fault that is planted in the deployment to check that it is detected. */
export interface Break {
  what: string;
  /** Smoke tests that are sufficient to detect it. */
  checks: readonly string[];
  /** Plants the fault. Returns a function that removes it. */
  apply: (target: Target) => Promise<() => Promise<unknown>>;
}

interface Statement {
  Action: string | string[];
  [field: string]: unknown;
}

const DATA = stackId("EU", "Data");
const { needs, audience } = runQuery.contract;
/** Tenant role that can run SQL. */
export const SQL_ROLE = tenantRoleName("EU", tenantGrants({ location: "EU", needs, audience }));

export const breaks: Record<string, Break> = {
  grant: {
    what: "the function that finalizes loads may not start executions",
    checks: ["journey"],
    apply: (target) =>
      withoutAction(target, stackId("EU", "Api"), "workspace-eu-finalizeLoad", "states:StartExecution"),
  },
  "tenant-grant": {
    what: "sessions that run SQL may not read objects",
    checks: ["journey"],
    apply: (target) => withoutAction(target, DATA, SQL_ROLE, "s3:GetObject"),
  },
  "athena-grant": {
    what: "sessions that run SQL may not start Athena's executions",
    checks: ["journey"],
    apply: (target) => withoutAction(target, DATA, SQL_ROLE, "athena:StartQueryExecution"),
  },
  "reader-tag": {
    what: "credentials of tools read the rows of every workspace",
    checks: ["toolCredentials"],
    apply: (target) =>
      changeRole(target, DATA, readerRoleName("EU"), (document) =>
        document.replaceAll(TENANT_PREFIX, "ws/*/"),
      ),
  },
  "tenant-key": {
    what: "sessions that run SQL may not use the key",
    checks: ["journey"],
    apply: (target) => withoutAction(target, DATA, SQL_ROLE, "kms:Decrypt"),
  },
  "key-policy": {
    what: "the policy of the region's key lets nobody of the account use it",
    checks: ["journey"],
    apply: breakKeyPolicy,
  },
  "tenant-tag": {
    what: "sessions of one workspace may read the objects and records of all",
    checks: ["tenantRole"],
    apply: (target) =>
      changeRole(target, DATA, SQL_ROLE, (text) => text.replaceAll(`\${aws:PrincipalTag/workspace}`, "*")),
  },
  "gateway-role": {
    what: "the gateway may not call the function that creates loads",
    checks: ["journey"],
    apply: (target) =>
      changeRole(target, stackId("EU", "Api"), "workspace-eu-gateway", (text) =>
        text.replaceAll("workspace-eu-createLoad", "workspace-eu-none"),
      ),
  },
  "machine-role": {
    what: "the state machine of loads may not call its steps",
    checks: ["journey"],
    apply: (target) =>
      changeRole(target, stackId("EU", "Workflows"), `${names.loadMachine("EU")}-machine`, (text) =>
        text.replaceAll("lambda:InvokeFunction", "lambda:GetFunction"),
      ),
  },
  retrier: {
    what: "steps of loads are not tried again where no function is free",
    checks: ["journey"],
    apply: breakRetriers,
  },
};

/** Removes the statements that contain an action from a role's policy. */
function withoutAction(target: Target, stack: string, roleName: string, action: string) {
  return changeRole(target, stack, roleName, (text) => {
    const document = JSON.parse(text) as { Statement: Statement[] };
    const kept = document.Statement.filter(({ Action }) => ![Action].flat().includes(action));
    return JSON.stringify({ ...document, Statement: kept });
  });
}

async function changeRole(
  { templates }: Target,
  stack: string,
  roleName: string,
  change: (document: string) => string,
): Promise<() => Promise<unknown>> {
  const template = templates.get(stack);
  const roles = template ? ofType(template, "AWS::IAM::Role") : [];
  const [, role] = roles.find(([, { Properties }]) => Properties.RoleName === roleName) ?? [];
  if (!role) throw new Error(`${stack} has no role ${roleName}`);
  const [{ PolicyName, PolicyDocument }] = role.Properties.Policies;
  const put = async (RoleName: string, document: string): Promise<unknown> => {
    const form = {
      Action: "PutRolePolicy",
      Version: "2010-05-08",
      RoleName,
      PolicyName,
      PolicyDocument: document,
    };
    return callAws({ service: "iam", region: "us-east-1", form });
  };
  const whole = resolveArns(JSON.stringify(PolicyDocument), template);
  const broken = change(whole);
  if (broken === whole) throw new Error(`Nothing of ${roleName} was broken`);
  await put(roleName, broken);
  return () => put(roleName, whole);
}

/** Fills in the function ARNs to which a template refers. */
function resolveArns(text: string, template: Template | undefined): string {
  return text.replaceAll(/\{"Fn::GetAtt":\["(\w+)","Arn"\]\}/g, (whole, id: string) => {
    const name = template?.Resources[id]?.Properties?.FunctionName;
    return name ? JSON.stringify(`arn:aws:lambda:*:*:function:${name}`) : whole;
  });
}

async function breakKeyPolicy({ config }: Target): Promise<() => Promise<unknown>> {
  const kms = (operation: string, input: object) =>
    callAws({ service: "kms", region: config.regions.EU, operation: [`TrentService.${operation}`, input] });
  const { KeyMetadata } = JSON.parse(await kms("DescribeKey", { KeyId: names.keyAlias("EU") }));
  const key = { KeyId: KeyMetadata.KeyId, PolicyName: "default" };
  const { Policy } = JSON.parse(await kms("GetKeyPolicy", key));
  await kms("PutKeyPolicy", { ...key, Policy: Policy.replaceAll(":root", ":role/nobody") });
  return () => kms("PutKeyPolicy", { ...key, Policy });
}

async function breakRetriers({ config, throttleAgain }: Target): Promise<() => Promise<unknown>> {
  const states = (operation: string, input: object) =>
    callAws({
      service: "states",
      region: config.regions.EU,
      operation: [`AWSStepFunctions.${operation}`, input],
    });
  const stateMachineArn = machineArn(config, config.regions.EU, names.loadMachine("EU"));
  const { definition } = JSON.parse(await states("DescribeStateMachine", { stateMachineArn }));
  const broken = JSON.stringify(JSON.parse(definition), (key, value) =>
    key === "Retry"
      ? value.filter(({ ErrorEquals }: { ErrorEquals: string[] }) => !ErrorEquals[0]?.startsWith("Lambda."))
      : value,
  );
  await states("UpdateStateMachine", { stateMachineArn, definition: broken });
  await writeFile(throttleAgain, `${Date.now()}`);
  return () => states("UpdateStateMachine", { stateMachineArn, definition });
}
