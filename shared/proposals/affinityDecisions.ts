import { isNumber } from "@pdp/basics/columns";
import { isDissociationConstant } from "#shared/domain/columns/affinityColumns.ts";
import type { PreviewColumn } from "#shared/domain/loads/filePreview.ts";
import type { PreviewDecision } from "#shared/domain/loads/previewDecision.ts";
import { likely } from "./decisions.ts";

/** States how dissociation constants are meant as assays. */
export function affinityDecisions(columns: readonly PreviewColumn[]): PreviewDecision[] {
  return columns.flatMap(({ source_name: header, name, type }) =>
    name !== null && type !== null && isNumber(type) && isCertain(header, name)
      ? [
          likely(
            "ASSAY",
            `${name} contains dissociation constants: as an assay, its ratios are compared (MULTIPLICATIVE), and lower is better.`,
            ["Compare differences (ADDITIVE)", "Maximize it"],
            name,
          ),
        ]
      : [],
  );
}

/** Tells whether a column must contain dissociation constants: `kd` alone may also be a rate. */
function isCertain(header: string, name: string): boolean {
  return isDissociationConstant(name) && (/K_?D/.test(header) || /_(?:[munpf]?m|molar)$/i.test(name));
}
