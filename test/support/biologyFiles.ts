import type { BiologyKind } from "../../shared/formats/detect/detectBiology.ts";

/** Sequence, alignment and structure strings as programs write them: kind, file name, content. */
export const biologyFiles: readonly [BiologyKind, string, string][] = [
  [
    "FASTA",
    "library.fasta",
    ">lib_001 K5R\nMSTNPKPQRKTKRNTNRRPQ\nDVKFPGGGQIVGG\n>lib_002\nMSTNPKPQRKTKRNTNRRPQ\n",
  ],
  ["FASTA", "with commas.fasta", ">sp|P1|X, chain A; 2\r\nMSTNPKPQRK\r\n\r\n>sp|P2|Y\r\nMSTNPKPQRV*\r\n"],
  ["FASTA", "cut.fasta", `>one\n${"MSTNPKPQRK".repeat(9_000)}`],
  ["FASTA", "comment.fa", "; made by hand\n>one\nACGTNNACGT\n"],
  ["FASTA", "aligned.afa", ">one\nMST-NPK\n>two\nMSTANPK\n"],
  ["FASTA", "masked.fa", ">chr1\nACGTacgtnnACGT\n>chr2\nACacGT\n"],
  ["FASTA", "pir.pir", ">P1;CRAB_ANAPL\nALPHA CRYSTALLIN B CHAIN (1-9).\nMDITIHNPLIRRPLFSWLAPS*\n"],
  ["A3M", "homologs.a3m", ">query\nMSTNPKPQ\n>UniRef100_A\nMSTaiNPKPQ\n>UniRef100_B\nMS--PKPQ\n"],
  [
    "FASTQ",
    "reads.fastq",
    "@M0:1:A 1:N:0\nGATTACAGATTACA\n+\nIIIIIHHHHHGGGG\n@M0:1:B\nGATTACA\n+\nIIIIIII\n",
  ],
  ["FASTQ", "cut.fastq", `@long\n${"GATTACA".repeat(3_000)}\n+\n${"I".repeat(21_000)}\n`],
  [
    "GENBANK",
    "vector.gb",
    "LOCUS       pET28a_GFP              5369 bp    DNA     circular SYN 12-MAR-2025\nDEFINITION  Expression vector.\nFEATURES             Location/Qualifiers\nORIGIN\n        1 gatccggctg ctaacaaagc\n//\n",
  ],
  ["GENBANK", "entry.embl", "ID   X56734; SV 1; linear; mRNA; STD; PLN; 1859 BP.\nXX\nAC   X56734;\n"],
  ["GENBANK", "P12345.txt", "ID   AATM_RABIT              Reviewed;         430 AA.\nAC   P12345;\n"],
  ["STOCKHOLM", "family.sto", "# STOCKHOLM 1.0\n#=GF ID EXAMPLE\nseq1  ACDEF..GH\nseq2  ACDEFKLGH\n//\n"],
  [
    "CLUSTAL",
    "family.aln",
    "CLUSTAL O(1.2.4) multiple sequence alignment\n\n\nwt      MSTNPKPQRK 10\nvar     MSTNPKAQRK 10\n        ******.***\n",
  ],
  [
    "PDB",
    "model.pdb",
    "ATOM      1  N   MET A   1      27.340  24.430   2.614  1.00  9.67           N\nATOM      2  CA  MET A   1      26.266  25.413   2.842  1.00 10.38           C\nTER\nEND\n",
  ],
  [
    "PDB",
    "1abc.ent",
    "HEADER    HYDROLASE                               01-JAN-24   1ABC\nTITLE     STRUCTURE OF AN ESTERASE\nREMARK   2 RESOLUTION.    1.90 ANGSTROMS.\nSEQRES   1 A    3  MET SER THR\n",
  ],
  [
    "MMCIF",
    "1abc.cif",
    "data_1ABC\n#\n_entry.id   1ABC\n#\nloop_\n_atom_site.group_PDB\n_atom_site.id\nATOM 1\n",
  ],
];

/** Tables that start like such files, or that contain their words. */
export const ordinaryTables: readonly [name: string, content: string][] = [
  ["a header with an angle", ">id,sequence\nlib_001,MSTNPKPQRK\n"],
  ["a header with an at sign", "@plate,well\n7,A1\n8,A2\n+,A3\n9,A4\n"],
  ["a single column", "sequence\nMSTNPKPQRK\nMSTNPKPQRV\n"],
  ["words of PDB", "ATOM,HETATM\n1,2\n3,4\n"],
  ["titles of PDB", "TITLE     Melting curves\nvariant,tm\nK2R,58.9\n"],
  ["a locus", "LOCUS,length\nAT1G01010,429\n"],
  ["an id", "ID   ,value\nA,1\n"],
  ["an alignment's name", "CLUSTAL,score\nA,1\n"],
  ["a comment", "# made by hand\nvariant,tm\nK2R,58.9\n"],
  ["data", "data_id\n_x\n"],
];
