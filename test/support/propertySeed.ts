import fc from "fast-check";

/**
 * Property tests generate the same cases in every run; a failure prints the seed. Set PROPERTY_SEED to generate different
 * cases.
 */
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? "20261126") });
