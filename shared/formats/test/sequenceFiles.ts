import { column } from "../../../test/shared/formats/ingesting.ts";
import { GENBANK_FILE, MMCIF_FILE, PDB_FILE } from "../../../test/shared/formats/recordFiles.ts";
import type { SequenceFormat } from "../options/fileFormat.ts";

/** Columns of files in each format; letters are not checked. */
export const SEQUENCE_COLUMNS = ["name", "description", "sequence"].map((name) =>
  column(name, "STRING", { metadata: { description: null, deprecated: false, kind: "NONE" } }),
);

/** Small file in each format. */
export const SEQUENCE_FILES: Record<SequenceFormat, string> = {
  FASTA: '; library\n>wt lab "strain"\nMSTNPKPQ\nRKTK*\n\n>K5R\nMSTNRK-QRKTK\n',
  A3M: "#8\t1\n>query\nMSTNPKPQ\n>hit 0.7\nMSTaiN-KPQ\n",
  FASTQ: "@r1 1:N:0\nGATTACA\n+\nII@I+HH\n@r2\nGAN\n+r2\nIII\n",
  STOCKHOLM:
    "# STOCKHOLM 1.0\n#=GF ID Fold\n#=GS s2 DE A relative\n\ns1 ACDEF..\ns2 ACDEFkl\n\ns1 GH\ns2 -H\n//\n",
  CLUSTAL: "CLUSTAL W\n\nwt  MSTN-KPQRK 9\nvar MSTNPKAQRK 10\n    **** *.***\n\nwt  AA\nvar AC\n",
  GENBANK: GENBANK_FILE,
  PDB: PDB_FILE,
  MMCIF: MMCIF_FILE,
};
