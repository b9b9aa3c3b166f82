import * as v from "valibot";

/** One choice of a preview: what was chosen, how sure that is, why, and what else is possible. */
export const PreviewDecision = v.object({
  subject: v.pipe(
    v.picklist(["SHEET", "SECTION", "HEADER", "ROWS", "COLUMN", "MISSING", "SEQUENCES", "CHAINS", "ASSAY"]),
    v.description(
      "Part of the file that the decision is about: the sheet, one of several tables, the column names, the rows that are read, the type of a column, its words for missing values, computed sequences, the chains of antibodies, or how an assay is compared",
    ),
  ),
  name: v.pipe(v.nullable(v.string()), v.description("Name of the sheet, section or column; null otherwise")),
  certainty: v.pipe(
    v.picklist(["CERTAIN", "LIKELY", "GUESS"]),
    v.description(
      "`CERTAIN`: nothing in the file contradicts it. `LIKELY`: other readings are possible. `GUESS`: another reading is about as likely, so that a person should choose",
    ),
  ),
  reason: v.pipe(v.string(), v.description("Sentence that states the decision and its reason")),
  alternatives: v.pipe(
    v.array(v.string()),
    v.description("Other options, such as the names of other sheets"),
  ),
});
export type PreviewDecision = v.InferOutput<typeof PreviewDecision>;
