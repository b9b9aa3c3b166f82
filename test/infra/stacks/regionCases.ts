import { describe, expect, it } from "vitest";
import { REGIONS, type RegionName } from "#infra/names.ts";
import { rolesOf } from "./roles.ts";
import { all, ofType, type SynthesizedStack, synthesize } from "./synthesized.ts";

/** Defines tests that share a single synthesis with the tests in other files. */
export function regionCases(): void {
  /** Regions that are far apart, so that no name in one accidentally contains the name of another. */
  const { config, stacks } = synthesize({
    homeRegion: "eu-west-1",
    regions: { EU: "eu-central-1", US: "us-west-2" },
  });
  const AWS_REGION = { platform: "eu-west-1", EU: "eu-central-1", US: "us-west-2" };

  /** Setting with the URL of each region; the same everywhere, for direct callers. */
  const ADDRESSES = /"REGIONS":"(\\.|[^"\\])*"/g;

  function stacksOf(location: "Platform" | RegionName): SynthesizedStack[] {
    const prefix = location === "Platform" ? location : `Region${location}`;
    return stacks.filter(({ name }) => name.startsWith(prefix));
  }

  function other(region: RegionName): RegionName {
    return region === "EU" ? "US" : "EU";
  }

  /** Matches all names that a template can use for resources with the given region's data. */
  function dataOf(region: RegionName): RegExp {
    const name = region.toLowerCase();
    return new RegExp(`workspace-(data|lake|load|task)-${name}|workspace-${name}-|${AWS_REGION[region]}`);
  }

  describe("a region", () => {
    it.each(REGIONS)("%s is deployed in its workspaces' data region", (region) => {
      const stacksOfRegion = stacksOf(region);
      expect(stacksOfRegion).toHaveLength(6);
      for (const stack of stacksOfRegion) expect(stack.region, stack.name).toBe(AWS_REGION[region]);
    });

    it.each(REGIONS)("%s has its own records and objects", (region) => {
      const types = stacksOf(region).flatMap(({ resources }) =>
        Object.values(resources).map(({ Type }) => Type),
      );
      for (const type of ["AWS::DynamoDB::Table", "AWS::S3::Bucket", "AWS::KMS::Key"]) {
        expect(types, type).toContain(type);
      }
    });

    it.each(REGIONS)("%s refers to the other region only in the list of addresses", (region) => {
      for (const { stack, id, resource } of all(stacksOf(region))) {
        const text = JSON.stringify(resource.Properties ?? {}).replaceAll(ADDRESSES, "");
        expect(text, `${stack.name}/${id}`).not.toMatch(dataOf(other(region)));
      }
    });

    it.each(REGIONS)(
      "%s can write outside the region only to the identity mirror and the counts of invalid tokens",
      (region) => {
        for (const { name, stack, statements } of rolesOf(stacksOf(region)).values()) {
          for (const { Action, Resource, Condition } of statements) {
            for (const resource of [Resource].flat()) {
              if (typeof resource !== "string" || !resource.includes(AWS_REGION.platform)) continue;
              const where = `${stack}/${name} ${resource}`;
              expect(resource, where).toMatch(/:table\/workspace-platform$|:key\/\*$/);
              if (!resource.includes(":table/") || ![Action].flat().includes("dynamodb:PutItem")) continue;
              expect(Condition?.["ForAllValues:StringLike"]?.["dynamodb:LeadingKeys"], where).toEqual([
                ...["USER", "USER#*#MEMBERSHIP", "ORG#*#MEMBER", "ORG#*#FIRST_MEMBER", "SESSION#*"],
                "INVALID_TOKENS#*",
              ]);
            }
          }
        }
      },
    );

    it("data is never copied: no replicas, replication, streams or exports", () => {
      for (const { stack, id, resource } of all(stacks)) {
        const where = `${stack.name}/${id}`;
        const text = JSON.stringify(resource.Properties ?? {});
        expect(resource.Type, where).not.toMatch(/GlobalTable|Backup::|DataSync|Firehose|SubscriptionFilter/);
        expect(text, where).not.toMatch(
          /"(Replicas|ReplicationConfiguration|StreamSpecification|KinesisStreamSpecification|ReplicaRegions)"/,
        );
      }
    });

    it("a region serves its own uploads", () => {
      for (const region of REGIONS) {
        const endpoints = ofType(stacksOf(region), "AWS::Lambda::WebFunctionEndpoint");
        expect(endpoints).toHaveLength(1);
        expect(endpoints[0]?.resource.Properties.EndpointType ?? "HomeRegion").toBe("HomeRegion");
      }
    });

    it("a region stores SQL results in its own bucket", () => {
      for (const region of REGIONS) {
        for (const { resource } of ofType(stacksOf(region), "AWS::Athena::WorkGroup")) {
          const { OutputLocation } = resource.Properties.WorkGroupConfiguration.ResultConfiguration;
          expect(JSON.stringify(OutputLocation)).toContain("Results");
        }
      }
    });
  });

  describe("the platform", () => {
    it("the platform is deployed in the home region", () => {
      for (const stack of stacksOf("Platform")) expect(stack.region, stack.name).toBe(config.homeRegion);
    });

    it("the gateway's log has a separate role if the platform is alone in its AWS region", () => {
      expect(ofType(stacksOf("Platform"), "AWS::ApiGateway::Account")).toHaveLength(1);
      const shared = synthesize().stacks.filter(({ name }) => name.startsWith("Platform"));
      expect(ofType(shared, "AWS::ApiGateway::Account")).toHaveLength(0);
    });
  });

  describe("the firewall", () => {
    it("the firewall is in us-east-1, as the edge requires, and stores only rejected requests", () => {
      const firewall = stacks.filter(({ region }) => region === "us-east-1");
      expect(firewall.map(({ name }) => name)).toEqual(["Firewall", "EdgeOperations"]);
      const types = firewall.flatMap(({ resources }) => Object.values(resources).map(({ Type }) => Type));
      const watching = /^AWS::(CloudWatch|SNS)::/;
      expect(types.filter((type) => !watching.test(type)).sort()).toEqual([
        ...["AWS::Logs::LogGroup", "AWS::WAFv2::LoggingConfiguration"],
        ...["AWS::WAFv2::RegexPatternSet", "AWS::WAFv2::WebACL"],
      ]);
    });
  });
}
