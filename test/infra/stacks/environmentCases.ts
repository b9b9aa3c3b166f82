import { describe, expect, it } from "vitest";
import { all, type Found, synthesize } from "./synthesized.ts";

/** Environment variables of one program in the templates. */
interface ProgramEnvironment {
  at: string;
  variables: Record<string, unknown>;
}

/** Defines tests that share a single synthesis with the tests in other files. */
export function environmentCases(): void {
  describe("program environments", () => {
    it.each([
      ["by default", {}],
      ["with uploads on ECS", { uploads: "service" }],
      ["on LocalStack", { target: "localstack" }],
    ])(
      "no environment has an empty variable %s, because web functions reject empty variables",
      (_, changes) => {
        const environments = all(synthesize(changes).stacks).flatMap(environmentsOf);
        expect(environments.length).toBeGreaterThan(180);
        const empty = environments.flatMap(({ at, variables }) =>
          Object.entries(variables).flatMap(([name, value]) => (value === "" ? [`${at}: ${name}`] : [])),
        );
        expect(empty).toEqual([]);
      },
    );
  });
}

/** Returns the environments of the functions, web functions and containers in a resource. */
function environmentsOf({ stack, id, resource: { Type, Properties } }: Found): ProgramEnvironment[] {
  const at = `${stack.name}/${id}`;
  switch (Type) {
    case "AWS::Lambda::Function":
      return [{ at, variables: Properties.Environment?.Variables ?? {} }];
    case "AWS::Lambda::WebFunctionRevision":
      return [{ at, variables: Properties.ServiceConfig.EnvironmentVariables }];
    case "AWS::ECS::TaskDefinition":
      return Properties.ContainerDefinitions.map(({ Environment }: { Environment: EnvironmentList }) => ({
        at,
        variables: Object.fromEntries(Environment.map(({ Name, Value }) => [Name, Value])),
      }));
    default:
      return [];
  }
}

type EnvironmentList = readonly { Name: string; Value: unknown }[];
