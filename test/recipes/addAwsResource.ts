import type { Recipe } from "./recipe.ts";

const CONSTRUCT = `import { StringParameter } from "aws-cdk-lib/aws-ssm";
import type { Construct } from "constructs";
import { names, type Location } from "../../names.ts";

/** Parameter with the page that explains the alarms of a location. */
export function runbook(scope: Construct, location: Location): void {
  new StringParameter(scope, "Runbook", {
    parameterName: names.runbook(location),
    stringValue: "docs/operations.md",
  });
}
`;
const CASE = `  it("every location has a parameter that names the page about its alarms", () => {
    const found = ofType(stacks, "AWS::SSM::Parameter").map(({ resource }) => resource.Properties.Name);
    expect(found).toEqual(
      expect.arrayContaining(["platform", "eu", "us"].map((location) => \`/workspace-\${location}/runbook\`)),
    );
  });

`;

export const addAwsResource: Recipe = {
  heading: "Add an AWS resource",
  first: [
    {
      file: "infra/names.ts",
      before: "  workspaceMachine: ",
      // biome-ignore lint/suspicious/noTemplateCurlyInString: code of a template
      insert: "  runbook: (location: Location) => `/${prefixOf(location)}/runbook`,\n",
    },
  ],
  rest: [
    { file: "infra/constructs/monitoring/runbook.ts", create: CONSTRUCT },
    {
      file: "infra/stacks/operationsStack.ts",
      after: '"#infra/constructs/monitoring/locationMetrics.ts";\n',
      insert: 'import { runbook } from "#infra/constructs/monitoring/runbook.ts";\n',
    },
    {
      file: "infra/stacks/operationsStack.ts",
      before: "    locationDashboard(this, location, ",
      insert: "    runbook(this, location);\n",
    },
    { file: "test/infra/stacks/watchCases.ts", before: '  describe("monitoring", () => {\n', insert: CASE },
  ],
  tests: ["test/infra/stacks/stacks.sampled.test.ts"],
};
