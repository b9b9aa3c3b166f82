import { Duration, Stack } from "aws-cdk-lib";
import type { SpecRestApi } from "aws-cdk-lib/aws-apigateway";
import type { Construct } from "constructs";
import type { Grant } from "#shared/http/operations/contract.ts";
import { acknowledge } from "../constructs/acknowledge.ts";
import { isLargeUpload, operationsOf, type PlacedOperation } from "../constructs/placedFunctions.ts";
import { MAX_DISK, platformFunction, type Resources } from "../constructs/platformFunction.ts";
import { restApi } from "../constructs/restApi.ts";
import type { FunctionStackProps } from "./workflowStack.ts";

/** Operations of a location in one REST API, each with a separate function. */
export class ApiStack extends Stack {
  readonly api: SpecRestApi;

  constructor(scope: Construct, id: string, props: FunctionStackProps) {
    super(scope, id, props);
    const { config, location } = props;
    // With an edge, large uploads do not pass through the API.
    const operations = operationsOf(config, location).filter(
      (placed) => config.target === "localstack" || !isLargeUpload(placed),
    );
    for (const placed of operations) this.#operation(placed, props);
    this.api = restApi(this, config, location, operations);
    acknowledge(this, {
      APIG2: "Each function validates requests against its contract and responds with the documented errors.",
      APIG3: "The firewall is at the edge, which is the only way to reach the API.",
      APIG4: "Each function verifies the token before it reads anything else in a request.",
      COG4: "Tokens are issued by the identity provider, not by a user pool.",
    });
  }

  #operation(placed: PlacedOperation, { config, functions }: FunctionStackProps): void {
    const { name, operation, isStream } = placed;
    const code = functions[name];
    if (!code) throw new Error(`The bundle for operation ${name} is missing`);
    platformFunction(this, name, {
      config,
      access: placed,
      bundle: code,
      summary: operation.contract.summary,
      resources: resourcesFor(placed.needs),
      timeout: isStream ? Duration.minutes(15) : Duration.seconds(29),
    });
  }
}

function resourcesFor(needs: readonly Grant[]): Resources {
  if (needs.includes("sql")) return { memory: 3008, disk: MAX_DISK };
  // With a full processor, DuckDB's binding loads in a fraction of the time.
  return { memory: needs.includes("duckdb") ? 1769 : 512 };
}
