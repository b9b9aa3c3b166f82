import { decodeSampler } from "@pdp/science/models";
import type { DiversifyV1 } from "#shared/domain/tasks/versionOne/parameters.ts";
import { diversifyOf } from "#shared/domain/tasks/versionOne/translate.ts";
import { newId } from "#shared/runtime/ids.ts";
import { diverseDesigns } from "../diversify.ts";
import { samplerArtifact } from "../models.ts";
import { readPinnedData } from "../pinData.ts";
import { publishArtifact } from "../publishArtifact.ts";
import { readSequences } from "../sources/readSequences.ts";
import type { TaskProgram } from "../taskProgram.ts";
import type { TaskRun } from "../taskRun.ts";
import { fitSamplerBytes } from "../training/fittedSampler.ts";
import { generatedTable, templateMetadata } from "./designsV1.ts";

/** Trains a sampler on the homologs, and then designs variants like version 2. */
export const diversifyV1: TaskProgram<DiversifyV1> = {
  prepare: (run, version, snapshots) =>
    readSequences(run, { input: "homologs", source: run.parameters.homologs }, version, snapshots),
  run: async (run) => {
    const { parameters } = run;
    const sampler = await trainedSampler(run);
    const search = run.withParameters(diversifyOf(parameters, { artifact_id: sampler }));
    const data = { controls: [], read: {} };
    const outcome = await diverseDesigns(search, "Diverse variants", search.parameters, data);
    return {
      ...outcome,
      tables: [...outcome.tables, generatedTable("generated_sequences", outcome)],
      result: ({ artifact, table }) => ({
        selected_sequences: { table: table("designs") },
        generated_sequences: { table: table("generated_sequences") },
        template_metadata: templateMetadata(parameters.template_sequence),
        report: { artifact_id: artifact("report") },
      }),
    };
  },
};

/** Returns the id of the sampler; the search of version 2 reads its models as artifacts. */
async function trainedSampler(run: TaskRun<DiversifyV1>): Promise<string> {
  const { sequence } = run.parameters.template_sequence;
  const homologs = await readPinnedData<string[]>(run);
  // Without homologs, the template is the only example.
  const related = homologs.length > 0 ? homologs : [sequence];
  const { bytes, summary } = await run.stage("density", () => fitSamplerBytes(run, sequence, related, null));
  const id = await run.stage("sampler-id", () => newId());
  const artifact = samplerArtifact(decodeSampler(bytes), { reference: sequence, ...summary });
  await publishArtifact(run, artifact, id);
  return id;
}
