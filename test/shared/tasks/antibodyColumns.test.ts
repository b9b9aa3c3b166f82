import { expect, test } from "vitest";
import { withAntibodyColumns } from "#shared/tasks/antibodyColumns.ts";

const HEAVY =
  "EVQLVESGGGLVQPGGSLRLSCAASGFNIKDTYIHWVRQAPGKGLEWVARIYPTNGYTRYADSVKGRFTISADTSKNTAYLQMNSLRAEDTAVYYCSRWGGDGFYAMDYWGQGTLVTVSS";
const LINKER = "GGGGSGGGGSGGGGS";

function newLiabilities(template: string, ...designs: string[]): unknown[] {
  const rows = designs.map((sequence) => ({ sequence }));
  const table = withAntibodyColumns({ name: "designs", description: "", columns: [], rows }, template);
  return table.rows.map(({ new_liabilities }) => new_liabilities);
}

test("a liability is new in one domain of a chain even if the other domain has it at the same number", () => {
  const one = HEAVY.replace("DGFYAMDY", "DGFYANGY");
  const [first, second] = [`${one}${LINKER}${HEAVY}`, `${one}${LINKER}${one}`];
  const at = second.lastIndexOf("NGYW") + 1;
  expect(newLiabilities(first, first, second)).toEqual(["", `DEAMIDATION NG at ${at}`]);
});

test("a design that mutates one cysteine of a disulfide bond has the other one as a new liability", () => {
  const freed = HEAVY.replace("YYCSR", "YYSSR");
  expect(newLiabilities(`${HEAVY}/`, `${HEAVY}/`, `${freed}/`)).toEqual(["", "FREE_CYSTEINE C at H:22"]);
});
