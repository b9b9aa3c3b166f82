import { beforeAll, describe, expect, it } from "vitest";
import { LOCATIONS, names, roleArn } from "#infra/names.ts";
import { type RoleOfTemplate, rolesOf } from "./roles.ts";
import { isAllowed, type Statement } from "./simulatePolicy.ts";
import { ofType, type SynthesizedStack, synthesize } from "./synthesized.ts";

/** Actions that delete object versions. */
const DELETES = ["s3:DeleteObjectVersion"];
/** Actions that remove versions in other ways, or that someone could use to gain the right to delete them. */
const LOOSENS = [
  ...["s3:BypassGovernanceRetention", "s3:DeleteBucket", "s3:DeleteBucketPolicy", "s3:PutBucketPolicy"],
  ...["s3:PutBucketVersioning", "s3:PutLifecycleConfiguration", "s3:PutObjectRetention"],
  ...["s3:PutReplicationConfiguration", "iam:AttachRolePolicy", "iam:PassRole", "iam:PutRolePolicy"],
  "iam:UpdateAssumeRolePolicy",
];
const ERASING = [names.function("platform", "eraseWorkspaceObjects")].concat(
  names.function("EU", "eraseRows"),
  names.function("US", "eraseRows"),
);

/** Defines tests that share a single synthesis with the tests in other files. */
export function versionCases(): void {
  const synthesized = synthesize();
  const { config } = synthesized;

  describe("versions of objects", () => {
    let stacks: SynthesizedStack[];
    let roles: RoleOfTemplate[];

    beforeAll(() => {
      stacks = synthesized.stacks;
      roles = [...rolesOf(stacks).values()];
    });

    /**
     * Returns whether a statement in a stack may refer to a bucket that contains data, or to its objects; other buckets
     * contain code.
     */
    const meansData = ({ Resource }: Statement, stack: string): boolean => {
      const buckets = LOCATIONS.map((location) => names.bucket(config, location));
      const ids = ofType(stacks, "AWS::S3::Bucket")
        .filter(({ stack: { name } }) => name === stack)
        .filter(({ resource }) => buckets.includes(String(resource.Properties?.BucketName)))
        .map(({ id }) => id);
      return [Resource].flat().some((resource) => {
        const text = JSON.stringify(resource) ?? "*";
        if (/ImportValue|^"(?:arn:aws:s3:::)?[*]/.test(text)) return true;
        return [...buckets, ...ids].some((name) => text.includes(name));
      });
    };

    /**
     * Names of all roles for which some statement allows an action, regardless of its conditions; S3 actions count only on
     * data.
     */
    const allowed = (action: string): string[] => {
      const isGiven = (statement: Statement, stack: string): boolean =>
        mayAllow(statement, action) && (!action.startsWith("s3:") || meansData(statement, stack));
      return roles
        .filter(({ statements, stack }) => statements.some((statement) => isGiven(statement, stack)))
        .map(({ name }) => name);
    };

    it("of all roles in all stacks, including CDK's, only three tenant roles can delete object versions", () => {
      expect(roles.length).toBeGreaterThan(100);
      for (const action of DELETES) {
        const allowedRoles = allowed(action);
        expect(allowedRoles).toHaveLength(ERASING.length);
        for (const name of allowedRoles) expect(name).toMatch(/-tenant-/);
        // Only the roles of the erasing steps may open such a session.
        for (const name of allowedRoles) {
          const call = { action: "sts:AssumeRole", resource: roleArn(config, name) };
          const openers = roles.filter(({ statements }) => isAllowed(statements, call));
          expect(openers.map((opener) => opener.name)).toEqual([expect.toBeOneOf(ERASING)]);
        }
      }
    });

    it("object versions cannot be deleted in any other way, and no role can grant itself this right", () => {
      for (const action of LOOSENS) expect([action, allowed(action)]).toEqual([action, []]);
    });

    it("bucket policies give nobody access to object versions", () => {
      const policies = ofType(stacks, "AWS::S3::BucketPolicy");
      expect(policies.length).toBeGreaterThan(0);
      const statements = policies.flatMap(({ stack, resource }) => {
        const all = (resource.Properties?.PolicyDocument.Statement ?? []) as Statement[];
        return all.filter((statement) => meansData(statement, stack.name));
      });
      // At least the statements that require TLS exist.
      expect(statements.length).toBeGreaterThanOrEqual(LOCATIONS.length);
      for (const action of [...DELETES, ...LOOSENS]) {
        expect(statements.filter((statement) => mayAllow(statement, action))).toEqual([]);
      }
    });

    it("statements that cover all actions, or all but some, are detected", () => {
      const of = (change: object): Statement =>
        ({ Effect: "Allow", Action: [], Resource: "*", ...change }) as Statement;
      const actions = ["s3:*", "*", "s3:Delete*", "S3:DELETEOBJECTVERSION", "s3:DeleteObject?ersion"];
      for (const Action of actions) expect(mayAllow(of({ Action }), "s3:DeleteObjectVersion")).toBe(true);
      for (const Action of ["s3:DeleteObject", "dynamodb:*", "s3:Delete*Tagging"]) {
        expect(mayAllow(of({ Action }), "s3:DeleteObjectVersion")).toBe(false);
      }
      expect(mayAllow(of({ Action: undefined, NotAction: "iam:*" }), "s3:DeleteObjectVersion")).toBe(true);
      expect(mayAllow(of({ Action: "s3:*", Effect: "Deny" }), "s3:DeleteObjectVersion")).toBe(false);
    });
  });
}

/** Returns whether a statement could allow an action on some resource. */
function mayAllow({ Effect, Action, ...rest }: Statement, action: string): boolean {
  if (Effect !== "Allow") return false;
  if ("NotAction" in rest) return true;
  return [Action].flat().some((pattern) => matchesAction(pattern, action));
}

function matchesAction(pattern: string, action: string): boolean {
  const source = pattern
    .replaceAll(/[.+^${}()|[\]\\]/g, "\\$&")
    .replaceAll("*", ".*")
    .replaceAll("?", ".");
  return new RegExp(`^${source}$`, "i").test(action);
}
