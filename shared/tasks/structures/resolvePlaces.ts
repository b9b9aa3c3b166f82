import { invalidField } from "@pdp/basics/errors";
import { joinRanges, rangesOfPositions } from "@pdp/basics/proteins";
import { isByStructure, type Place } from "#shared/domain/tasks/generatorParameters.ts";
import { findPositions } from "#shared/jobs/findPositions.ts";
import { findRegions } from "#shared/jobs/findRegions.ts";
import { runJob } from "#shared/runtime/runJob.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { findArtifact } from "#shared/store/artifacts.ts";

type Loc = (string | number)[];

/** Place by a structure or a region in a generator, with the template that it applies to. */
interface FoundPlace {
  part: Place;
  loc: Loc;
  template: string;
  sampler: string;
}

/**
 * Returns a task's parameters in which regions and positions by the structure have ranges, so that the task shows them and a later
 * structure changes nothing. The structure is the one that the template's sampler was trained with. Throws a 422 if there is none, or no position is found.
 */
export async function resolvePlaces<P extends object>(
  scope: WorkspaceScope,
  parameters: P,
  signal: AbortSignal,
): Promise<P> {
  const { generator } = parameters as { generator?: unknown };
  if (!placesIn(generator, ["body", "parameters", "generator"], null).length) return parameters;
  const resolved = structuredClone(generator);
  const parts = placesIn(resolved, ["body", "parameters", "generator"], null);
  const byRegion = parts.filter(({ part }) => part.region != null);
  for (const places of Map.groupBy(byRegion, ({ template }) => template).values())
    await resolveRegions(scope, places, signal);
  const byStructure = parts.filter(({ part }) => isByStructure(part));
  const groups = Map.groupBy(byStructure, ({ sampler, template }) => `${sampler} ${template}`);
  for (const places of groups.values()) await resolveGroup(scope, places, signal);
  return { ...parameters, generator: resolved };
}

async function resolveRegions(
  scope: WorkspaceScope,
  places: readonly FoundPlace[],
  signal: AbortSignal,
): Promise<void> {
  const { template } = places[0]!;
  const regions = places.map(({ part }) => ({ region: part.region ?? "", scheme: part.scheme ?? "IMGT" }));
  const outcomes = await runJob(findRegions, scope, { template, regions }, signal);
  for (const [index, outcome] of outcomes.entries()) {
    const { part, loc } = places[index]!;
    if ("problem" in outcome) throw invalidField([...loc, "region"], outcome.problem, part.region);
    addPositions(part, template, outcome.positions);
  }
}

/** Adds positions in the joined sequence to the stated ranges of a place. */
function addPositions(part: Place, template: string, positions: readonly number[]): void {
  const stated = joinRanges(part.ranges, template).flatMap(([from, to]) =>
    Array.from({ length: to - from }, (_, step) => from + step),
  );
  part.ranges = rangesOfPositions([...stated, ...positions], template);
}

async function resolveGroup(
  scope: WorkspaceScope,
  places: readonly FoundPlace[],
  signal: AbortSignal,
): Promise<void> {
  const { sampler, template, loc } = places[0]!;
  const key = await structureKey(scope, sampler);
  if (key === null) {
    const message =
      "The sampler was not trained with a structure, so where its positions are is unknown. Train with a structure, or state ranges";
    throw invalidField([...loc, statedField(places[0]!.part)], message);
  }
  const input = {
    key,
    template,
    places: places.map(({ part: { within, beyond, of, exposed, buried } }) => ({
      within,
      beyond,
      of,
      exposed,
      buried,
    })),
  };
  const outcomes = await runJob(findPositions, scope, input, signal);
  for (const [index, outcome] of outcomes.entries()) {
    const { part, loc: at } = places[index]!;
    if ("problem" in outcome) throw invalidField([...at, statedField(part)], outcome.problem);
    addPositions(part, template, outcome.positions);
  }
}

function statedField({ of, exposed }: Place): keyof Place {
  if (of != null) return "of";
  return exposed == null ? "buried" : "exposed";
}

async function structureKey(scope: WorkspaceScope, sampler: string): Promise<string | null> {
  const { structure } = (await findArtifact(scope, sampler))?.data ?? { structure: null };
  if (typeof structure !== "string") return null;
  return (await findArtifact(scope, structure))?.payloads.structure?.key ?? null;
}

/** Lists the places by regions or by the structure in a generator, and in the generators that it combines. */
function placesIn(
  generator: unknown,
  loc: Loc,
  inherited: { template: string; sampler: string } | null,
): FoundPlace[] {
  if (typeof generator !== "object" || generator === null) return [];
  const { template, requirements, discourage_mutations, ensemble, generators } = generator as {
    template?: { assembly?: { monomer: string }; monomer?: string; sampler?: { artifact_id: string } };
    requirements?: { apply_to: Place }[] | null;
    discourage_mutations?: Place | null;
    ensemble?: unknown[];
    generators?: unknown[];
  };
  const sequence = template?.assembly?.monomer ?? template?.monomer;
  const ownTemplate =
    sequence === undefined
      ? inherited
      : { template: sequence, sampler: template?.sampler?.artifact_id ?? "" };
  const stated = [
    ...(requirements ?? []).map((requirement, index) => ({
      part: requirement.apply_to,
      loc: [...loc, "requirements", index, "apply_to"],
    })),
    ...(discourage_mutations ? [{ part: discourage_mutations, loc: [...loc, "discourage_mutations"] }] : []),
  ].filter(({ part }) => part.region != null || isByStructure(part));
  return [
    ...stated.map((statedPart) => ({
      ...statedPart,
      template: ownTemplate?.template ?? "",
      sampler: ownTemplate?.sampler ?? "",
    })),
    ...(ensemble ?? []).flatMap((nested, index) =>
      placesIn(nested, [...loc, "ensemble", index], ownTemplate),
    ),
    ...(generators ?? []).flatMap((nested, index) =>
      placesIn(nested, [...loc, "generators", index], ownTemplate),
    ),
  ];
}
