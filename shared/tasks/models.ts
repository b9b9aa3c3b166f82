import { haveSameChains } from "@pdp/basics/proteins";
import {
  createSampler,
  createScorer,
  decodeSampler,
  decodeScorer,
  encodeSampler,
  type Sampler,
  type Scorer,
} from "@pdp/science/models";
import {
  AMINO_ACID_COUNT,
  CHAIN_BREAK_INDEX,
  insertionFrame,
  residueIndices,
  residueLetters,
} from "@pdp/science/sequences";
import { type ArtifactType, producingTask } from "#shared/domain/tasks/artifact.ts";
import { getBytes, getJson } from "#shared/objects/objects.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { getArtifact } from "#shared/store/artifacts.ts";
import { findTask } from "#shared/store/tasks.ts";
import type { NewArtifact } from "./taskRun.ts";
import type { TrainingSet } from "./training/trainingSet.ts";

export function samplerArtifact(
  sampler: Sampler,
  data: Record<string, unknown>,
  name: "sampler" | "conditioned_sampler" = "sampler",
): NewArtifact {
  return modelArtifact(name, "model.sampler/v1", encodeSampler(sampler), data);
}

export function scorerArtifact(
  bytes: Uint8Array,
  training: TrainingSet,
  data: Record<string, unknown>,
): NewArtifact {
  const artifact = modelArtifact("scorer", "model.scorer/v1", bytes, data);
  const content = JSON.stringify(training);
  artifact.payloads.training = { content, content_type: "application/json", filename: "training.json" };
  return artifact;
}

function modelArtifact(
  name: string,
  type: ArtifactType,
  content: Uint8Array,
  data: Record<string, unknown>,
): NewArtifact {
  const model = { content, content_type: "application/octet-stream", filename: `${name}.model` };
  return { name, type, data, payloads: { model } };
}

export async function loadSampler(scope: WorkspaceScope, id: string): Promise<Sampler> {
  return decodeSampler(await modelBytes(scope, id));
}

export interface LoadedScorer {
  scorer: Scorer;
  /** Sequence of the protein that it was trained on. */
  reference: string;
  training: TrainingSet;
}

export async function loadScorer(scope: WorkspaceScope, id: string): Promise<LoadedScorer> {
  const { payloads } = await getArtifact(scope, id);
  if (!payloads.training) throw new Error(`The scorer ${id} has no training set`);
  const training = await getJson<TrainingSet>(scope, payloads.training.key);
  const model = decodeScorer(await modelBytes(scope, id));
  const { reference } = insertionFrame(model.context.reference);
  return {
    scorer: createScorer(model),
    reference: residueLetters(reference),
    training,
  };
}

/**
 * Returns the sampler from the training that produced a scorer; if the training produced none, a sampler without residue
 * preferences.
 */
export async function samplerBesideScorer(
  scope: WorkspaceScope,
  scorerId: string,
  reference: string,
): Promise<Sampler> {
  const task = await findTask(scope, producingTask(await getArtifact(scope, scorerId)));
  const { sampler } = modelsOf(task?.result);
  if (sampler) return loadSampler(scope, sampler.artifact_id);
  const indices = residueIndices(reference);
  const fields = new Float64Array(indices.length * AMINO_ACID_COUNT);
  return createSampler({
    reference: indices,
    fields,
    sites: new Uint16Array(),
    couplings: new Float32Array(),
  });
}

/**
 * Returns the training set of the scorer that a training task produced together with a sampler; null if it did not produce
 * one.
 */
export async function trainingBesideSampler(
  scope: WorkspaceScope,
  samplerId: string,
): Promise<TrainingSet | null> {
  const task = await findTask(scope, producingTask(await getArtifact(scope, samplerId)));
  const { scorer } = modelsOf(task?.result);
  if (!scorer) return null;
  const { payloads } = await getArtifact(scope, scorer.artifact_id);
  return payloads.training ? getJson<TrainingSet>(scope, payloads.training.key) : null;
}

type ModelRef = { artifact_id: string } | null;

/** Returns the models in the result of a training run of either version. */
function modelsOf(result: Record<string, unknown> | null | undefined): {
  sampler?: ModelRef;
  scorer?: ModelRef;
} {
  const stored = (result ?? {}) as { models?: { sampler: ModelRef; scorer: ModelRef } } & Record<
    string,
    ModelRef
  >;
  if (stored.models) return stored.models;
  return { sampler: stored.base_sampler ?? null, scorer: stored.scorer ?? null };
}

async function modelBytes(scope: WorkspaceScope, id: string): Promise<Uint8Array> {
  const { payloads } = await getArtifact(scope, id);
  const bytes = payloads.model ? await getBytes(scope, payloads.model.key) : null;
  if (!bytes) throw new Error(`The artifact ${id} has no model`);
  return bytes;
}

/** Returns residue indices for the sequences that have no gaps and the lengths of the template's chains, or any length for null. */
export function indicesOfLength(sequences: readonly string[], template: string | null): Uint8Array[] {
  return sequences
    .filter((sequence) => template === null || haveSameChains(sequence, template))
    .map(residueIndices)
    .filter((indices) =>
      indices.every((residue) => residue < AMINO_ACID_COUNT || residue === CHAIN_BREAK_INDEX),
    );
}
