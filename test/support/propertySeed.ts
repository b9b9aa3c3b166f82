import fc from "fast-check";

/** Property tests make the same cases in every run; a failure prints the seed. PROPERTY_SEED makes others. */
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? "20261126") });
