import { gunzipSync, gzipSync } from "node:zlib";
import { DataProblem, DomainError } from "@pdp/basics/errors";
import * as v from "valibot";
import { SCALE_TYPES } from "../assay.ts";
import { CHAIN_BREAK_INDEX } from "../sequences/aminoAcids.ts";
import { currentScorer, upgradeScorer } from "./earlierScorer.ts";
import type { MutationContext } from "./mutationContext.ts";
import { availableKernels, MUTATION_KERNELS } from "./mutationKernels.ts";
import { RESIDUE_KINDS } from "./mutationRows.ts";
import type { ScorerModel } from "./scorerModel.ts";
import { Widening } from "./widening.ts";

/*
 * Byte format of a scorer: "SCORER02" · gzip of JSON. Arrays of numbers are base64 strings of little-endian elements,
 * so that they are restored bit by bit.
 */

const MAGIC = new TextEncoder().encode("SCORER02");
/** First bytes of scorers from release 0.1. */
const EARLIER = new TextEncoder().encode("SCORER01");

/** Maximum size of the uncompressed JSON, in bytes: far larger than any scorer, and far below a function's memory. */
const MAX_BYTES = 500_000_000;

const bytesOf = v.pipe(v.string(), v.base64());
const Bytes = v.pipe(
  bytesOf,
  v.transform((text) => Uint8Array.from(Buffer.from(text, "base64"))),
);
const Whole = v.pipe(
  bytesOf,
  v.transform((text) => Uint8Array.from(Buffer.from(text, "base64"))),
  v.check((bytes) => bytes.length % 4 === 0),
  v.transform((bytes) => new Uint32Array(bytes.buffer)),
);
const Numbers = v.pipe(
  bytesOf,
  v.transform((text) => Uint8Array.from(Buffer.from(text, "base64"))),
  v.check((bytes) => bytes.length % 8 === 0),
  v.transform((bytes) => new Float64Array(bytes.buffer)),
  v.check((numbers) => numbers.every(Number.isFinite)),
);
const Finite = v.pipe(v.number(), v.finite());
const Positive = v.pipe(Finite, v.gtValue(0));
const PositiveNumbers = v.pipe(
  Numbers,
  v.check((numbers) => numbers.every((number) => number > 0)),
);

const Transform = v.pipe(
  v.object({
    kind: v.picklist(["identity", "log", "rank"]),
    offset: Finite,
    center: Finite,
    scale: Positive,
    knots: Numbers,
    scores: Numbers,
  }),
  v.check(
    ({ kind, knots, scores }) => knots.length === scores.length && (kind !== "rank" || knots.length > 0),
  ),
);

const Mean = v.pipe(
  v.object({
    layout: v.object({ mutations: Whole, sites: Whole }),
    curve: v.object({
      intercept: Finite,
      coefficients: Numbers,
      base: Finite,
      heights: Numbers,
      knots: Numbers,
      width: Positive,
    }),
  }),
  v.check(
    ({ layout, curve }) =>
      curve.coefficients.length === layout.mutations.length + layout.sites.length + 1 &&
      curve.heights.length === curve.knots.length + 1,
  ),
);

const Gp = v.pipe(
  v.object({
    parameters: v.object({
      noise: Positive,
      additive: v.array(v.object({ kernel: v.picklist(MUTATION_KERNELS), variance: Positive })),
      maternVariance: Positive,
      sites: Whole,
      lengthScales: PositiveNumbers,
      lengthScale: Positive,
      identityLength: v.nullable(Positive),
    }),
    mean: v.nullable(Mean),
    residues: Bytes,
    targets: Numbers,
    counts: PositiveNumbers,
  }),
  v.check(({ parameters, targets, counts }) => {
    return parameters.sites.length === parameters.lengthScales.length && targets.length === counts.length;
  }),
);

const Model = v.pipe(
  v.object({
    context: v.object({
      reference: v.pipe(Bytes, v.nonEmpty()),
      scores: Numbers,
      siteMeans: Numbers,
      siteEntropies: Numbers,
      brought: v.array(Numbers),
      // Absent in scorers that were trained before structures could be used.
      structure: v.optional(Numbers, ""),
      places: v.optional(Numbers, ""),
    }),
    assays: v.array(
      v.object({
        assayId: v.string(),
        scaleType: v.picklist(SCALE_TYPES),
        transform: Transform,
        usable: v.boolean(),
        widening: v.optional(Widening),
        gp: Gp,
      }),
    ),
  }),
  v.check(({ context, assays }) => {
    const length = context.reference.length;
    const known = context.scores.length > 0;
    const residues = [context.reference, ...assays.map(({ gp }) => gp.residues)];
    return (
      residues.every((sequence) => sequence.every((residue) => residue <= CHAIN_BREAK_INDEX)) &&
      context.scores.length === (known ? length * RESIDUE_KINDS : 0) &&
      context.siteMeans.length === (known ? length : 0) &&
      context.siteEntropies.length === (known ? length : 0) &&
      [0, length * RESIDUE_KINDS].includes(context.structure.length) &&
      [0, length * 3].includes(context.places.length) &&
      context.brought.every(
        (changes) => changes.length > 0 && changes.length % (length * RESIDUE_KINDS) === 0,
      ) &&
      assays.every(({ gp }) => usesKnown(gp, context)) &&
      assays.every(({ gp }) => gp.residues.length === gp.targets.length * length)
    );
  }),
);

export function encodeScorer(model: ScorerModel): Uint8Array<ArrayBuffer> {
  const text = JSON.stringify(model, (_key, value: unknown) =>
    ArrayBuffer.isView(value)
      ? Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString("base64")
      : value,
  );
  const packed = gzipSync(text);
  const bytes = new Uint8Array(MAGIC.length + packed.length);
  bytes.set(MAGIC);
  bytes.set(packed, MAGIC.length);
  return bytes;
}

/**
 * Parses a scorer, including scorers from release 0.1. Throws a DomainError for invalid bytes, and a DataProblem for an
 * earlier scorer that has to be trained again.
 */
export function decodeScorer(bytes: Uint8Array): ScorerModel {
  const isEarlier = beginsWith(bytes, EARLIER);
  if (!isEarlier && !beginsWith(bytes, MAGIC)) throw notAScorer("its first bytes have the wrong signature");
  let content: unknown;
  try {
    const text = gunzipSync(bytes.subarray(MAGIC.length), { maxOutputLength: MAX_BYTES }).toString("utf8");
    content = JSON.parse(text);
    content = isEarlier ? upgradeScorer(content) : currentScorer(content);
  } catch {
    throw notAScorer("it is cut off or damaged");
  }
  if (content === null) {
    throw new DataProblem(
      "The models of this scorer were trained with an earlier release and can no longer be read. Train again.",
    );
  }
  const result = v.safeParse(Model, content);
  if (!result.success) throw notAScorer("its parts are inconsistent");
  return result.output;
}

function beginsWith(bytes: Uint8Array, magic: Uint8Array): boolean {
  return bytes.length >= magic.length && magic.every((byte, index) => bytes[index] === byte);
}

/** Returns whether the inputs to all of a process's kernels are known. */
function usesKnown({ parameters }: v.InferOutput<typeof Gp>, context: MutationContext): boolean {
  const available = availableKernels(context);
  return parameters.additive.every(({ kernel }) => available.includes(kernel));
}

function notAScorer(why: string): DomainError {
  return new DomainError(
    "invalid",
    "not_a_scorer",
    `This artifact is not a readable scorer: ${why}. Use the scorer from a completed training task.`,
  );
}
