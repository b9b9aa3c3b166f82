import type { ArtifactType } from "#shared/domain/tasks/artifact.ts";
import { getBytes, getJson } from "#shared/lake/objects.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import type { Sampler } from "#shared/science/sampler/sampler.ts";
import { decodeSampler, encodeSampler } from "#shared/science/sampler/samplerBytes.ts";
import { createScorer, type Scorer } from "#shared/science/scorer/scorer.ts";
import { decodeScorer } from "#shared/science/scorer/scorerBytes.ts";
import { AMINO_ACID_COUNT, residueIndices } from "#shared/science/sequences/aminoAcids.ts";
import { getArtifact } from "#shared/store/artifacts.ts";
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
  /** Number of residues of its sequences. */
  length: number;
  training: TrainingSet;
}

export async function loadScorer(scope: WorkspaceScope, id: string): Promise<LoadedScorer> {
  const { payloads } = await getArtifact(scope, id);
  if (!payloads.training) throw new Error(`The scorer ${id} has no training set`);
  const training = await getJson<TrainingSet>(scope, payloads.training.key);
  const model = decodeScorer(await modelBytes(scope, id));
  return { scorer: createScorer(model), length: model.context.reference.length, training };
}

async function modelBytes(scope: WorkspaceScope, id: string): Promise<Uint8Array> {
  const { payloads } = await getArtifact(scope, id);
  const bytes = payloads.model ? await getBytes(scope, payloads.model.key) : null;
  if (!bytes) throw new Error(`The artifact ${id} has no model`);
  return bytes;
}

/** Returns residue indices of the sequences that have a template's length and no gaps. */
export function indicesOfLength(sequences: readonly string[], length: number): Uint8Array[] {
  return sequences
    .filter((sequence) => sequence.length === length)
    .map(residueIndices)
    .filter((indices) => indices.every((residue) => residue < AMINO_ACID_COUNT));
}
