import { NumberingRequest, NumberingResult } from "#shared/domain/antibodyNumbering.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { numberAntibodies as numberJob } from "#shared/jobs/numberAntibodies.ts";
import { runJob } from "#shared/runtime/runJob.ts";

const VH =
  "EVQLVESGGGLVQPGGSLRLSCAASGFNIKDTYIHWVRQAPGKGLEWVARIYPTNGYTRYADSVKGRFTISADTSKNTAYLQMNSLRAEDTAVYYCSRWGGDGFYAMDYWGQGTLVTVSS";

export const numberAntibodies = operation(
  {
    summary: "Number antibodies",
    description:
      "Finds the variable domains of proteins and numbers their residues. If the operator provides germline genes (`GERMLINES_FILE`), each domain has the closest V and J gene. Nothing is stored.",
    method: "POST",
    path: "/v2/workspace/{workspace}/antibody:number",
    tag: "Tasks",
    audience: "member",
    role: "reader",
    needs: ["lease:write"],
    body: NumberingRequest,
    response: NumberingResult,
    errors: [400, 429],
    examples: {
      body: { proteins: [{ vh: VH, vl: null }], scheme: "IMGT" },
      response: {
        scheme: "IMGT",
        proteins: [
          {
            domains: [
              {
                chain: "vh",
                type: "HEAVY",
                start: 1,
                end: 8,
                numbers: ["1", "2", "3", "4", "5", "6", "7", "8"],
                regions: { FR1: "EVQLVESG", CDR1: "", FR2: "", CDR2: "", FR3: "", CDR3: "", FR4: "" },
                v_gene: {
                  genes: [{ name: "IGHV3-66*01", species: "Homo sapiens" }],
                  identity: 0.8125,
                  compared: 96,
                },
                j_gene: null,
              },
            ],
          },
        ],
      },
    },
  },
  ({ workspace, body, signal }) => runJob(numberJob, workspace, body, signal),
);
