import type { Recipe } from "./recipe.ts";

const CONSTRUCT = `import { StringParameter } from "aws-cdk-lib/aws-ssm";
import type { Construct } from "constructs";
import { names, type Place } from "../../names.ts";

/** Parameter with the page that explains the alarms of a place. */
export function runbook(scope: Construct, place: Place): void {
  new StringParameter(scope, "Runbook", {
    parameterName: names.runbook(place),
    stringValue: "docs/operations.md",
  });
}
`;
const CASE = `  it("every place has a parameter that names the page about its alarms", () => {
    const found = ofType(stacks, "AWS::SSM::Parameter").map(({ resource }) => resource.Properties.Name);
    expect(found).toEqual(
      expect.arrayContaining(["platform", "eu", "us"].map((place) => \`/workspace-\${place}/runbook\`)),
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
      insert: "  runbook: (place: Place) => `/${prefixOf(place)}/runbook`,\n",
    },
  ],
  rest: [
    { file: "infra/constructs/monitoring/runbook.ts", create: CONSTRUCT },
    {
      file: "infra/stacks/operationsStack.ts",
      after: '"#infra/constructs/monitoring/placeMetrics.ts";\n',
      insert: 'import { runbook } from "#infra/constructs/monitoring/runbook.ts";\n',
    },
    {
      file: "infra/stacks/operationsStack.ts",
      before: "    placeDashboard(this, place, ",
      insert: "    runbook(this, place);\n",
    },
    { file: "test/infra/stacks/watchCases.ts", before: '  describe("monitoring", () => {\n', insert: CASE },
  ],
  tests: ["test/infra/stacks/stacks.sampled.test.ts"],
};
