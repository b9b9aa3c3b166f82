import { documentation } from "#functions/documentation.ts";
import { operations } from "#functions/operations.ts";
import { steps } from "#functions/steps.ts";
import type { Grant } from "#shared/http/operations/contract.ts";
import type { Operation } from "#shared/http/operations/operation.ts";
import { isServedAt } from "#shared/http/operations/servedAt.ts";
import type { Step } from "#shared/http/operations/step.ts";
import type { Config } from "../config.ts";
import type { Location } from "../names.ts";
import { type Access, tenantGrants } from "./permissions/grants.ts";

/** Function in a location, with the relevant parts of its contract. */
export interface PlacedOperation extends Access {
  name: string;
  operation: Operation;
  /** True if its function streams the response; fixed responses are sent immediately. */
  isStream: boolean;
}

export interface PlacedStep extends Access {
  name: string;
  step: Step;
}

/** Functions that a schedule calls every few minutes: they process the marks of all workspaces. */
const SWEEPS: readonly string[] = [
  "sweepLoads",
  "sweepTasks",
  "sweepQueries",
  "sweepCompactions",
  "sweepErasures",
  "sweepTransfers",
  "sweepWorkspaces",
];
/** Functions that a schedule calls once a day. */
const DAILY: readonly string[] = ["startObjectSweeps"];

/** Returns the operations served at a location's address. */
export function operationsOf(config: Config, location: Location): PlacedOperation[] {
  const all: Record<string, Operation> = { ...operations, ...documentation };
  return Object.entries(all)
    .filter(([, { contract }]) => isServedAt(contract, location === "platform" ? "platform" : "region"))
    .filter(([, { contract }]) => isProvided(config, contract.requires))
    .map(([name, operation]) => {
      const { needs, audience, transport } = operation.contract;
      const isStream = transport === "stream" && !(name in documentation);
      // All tenant roles can store records of requests, so that only an operation without one needs the grant.
      const hasRole = tenantGrants({ location, needs, audience }).length > 0;
      const all: readonly Grant[] = audience === "member" && !hasRole ? [...needs, "audit:write"] : needs;
      return { name, operation, isStream, location, needs: all, audience };
    });
}

/** Returns whether an operation uploads files, which may be larger than an API accepts. */
export function isLargeUpload({ operation: { contract } }: PlacedOperation): boolean {
  return contract.transport === "upload" && contract.audience === "member" && !contract.passesApi;
}

function isProvided(config: Config, requires: Operation["contract"]["requires"]): boolean {
  if (requires === "webhooks") return config.idp.webhooks !== undefined;
  if (requires === "docsPortal") return config.docsPortal !== undefined;
  return true;
}

export function stepsOf(location: Location): PlacedStep[] {
  const wanted = location === "platform" ? "platform" : "region";
  return Object.entries(steps as Record<string, Step>)
    .filter(([, { contract }]) => contract.location === wanted)
    .map(([name, step]) => {
      const audience = [...SWEEPS, ...DAILY].includes(name) ? ("sweep" as const) : ("step" as const);
      return { name, step, location, needs: step.contract.needs, audience };
    });
}

export function isSweep({ audience }: PlacedStep): boolean {
  return audience === "sweep";
}

/** Returns whether a sweep runs once a day rather than every few minutes. */
export function isDaily({ name }: PlacedStep): boolean {
  return DAILY.includes(name);
}
