/** GenBank records as programs write them: a construct with two genes on both strands, and a protein without references. */
export const GENBANK_FILE = `LOCUS       pEX1                      60 bp    DNA     circular SYN 12-MAR-2025
DEFINITION  Expression construct
            with a tag.
ACCESSION   EX0001
VERSION     EX0001.2
KEYWORDS    .
REFERENCE   1  (bases 1 to 60)
  AUTHORS   Doe,J.
FEATURES             Location/Qualifiers
     source          1..60
                     /organism="synthetic construct"
     CDS             join(4..9,13..18)
                     /gene="tagA"
                     /product="His tag ""A"",
                     short"
                     /codon_start=1
                     /translation="MKHH
                     "
     misc_feature    complement(49..>60)
                     /label=site
                     /pseudo
     regulatory      J00194.1:100..202
ORIGIN
        1 gggatgaaac ccccatcatg gtaccgagct cggatccact agtaacggcc gccagtgtgc
//
LOCUS       EX_2                      8 aa            linear   SYN 12-MAR-2025
DEFINITION  A peptide.
FEATURES             Location/Qualifiers
     Region          3..5
                     /note="loop; flexible"
ORIGIN
        1 mkvlhhhh
//
`;

/** Returns an atom line in PDB format. */
export function atomLine(
  kind: "ATOM" | "HETATM",
  serial: number,
  residue: string,
  chain: string,
  position: string,
): string {
  const place = /[A-Z]$/.test(position) ? position.padStart(5) : `${position.padStart(4)} `;
  return `${kind.padEnd(6)}${String(serial).padStart(5)}  CA  ${residue.padStart(3)} ${chain}${place}      27.340  24.430   2.614  1.00  9.67           C`;
}

/** Structure with a chain with unresolved ends, a modified residue, an inserted residue, DNA, a ligand, water and two models. */
export const PDB_FILE = `${[
  "HEADER    HYDROLASE                               01-JAN-24   1EXA              ",
  "TITLE     STRUCTURE OF AN ESTERASE",
  "COMPND    MOL_ID: 1;",
  "COMPND   2 MOLECULE: ESTERASE;",
  "COMPND   3 CHAIN: A;",
  "COMPND   4 MOL_ID: 2;",
  "COMPND   5 MOLECULE: PRIMER;",
  "COMPND   6 CHAIN: C",
  "SEQRES   1 A    6  GLY MSE LYS Z9Z HIS VAL",
  "SEQRES   1 C    3   DA  DC  DG",
  "MODEL        1",
  atomLine("HETATM", 1, "MSE", "A", "-1"),
  atomLine("HETATM", 2, "MSE", "A", "-1"),
  atomLine("ATOM", 3, "LYS", "A", "52"),
  atomLine("HETATM", 4, "Z9Z", "A", "52A"),
  atomLine("ATOM", 5, "HIS", "A", "54"),
  "TER       6      HIS A  54",
  atomLine("ATOM", 7, "DA", "C", "1"),
  atomLine("ATOM", 8, "DG", "C", "3"),
  atomLine("HETATM", 9, "ATP", "A", "201"),
  atomLine("HETATM", 10, "HOH", "A", "301"),
  "ENDMDL",
  "MODEL        2",
  atomLine("ATOM", 3, "LYS", "A", "99"),
  "ENDMDL",
  "END",
].join("\n")}\n`;

/** The same structure in mmCIF format. */
export const MMCIF_FILE = `data_1EXA
#
_entry.id   1EXA
_struct.title 'Structure of an "esterase"'
loop_
_entity.id
_entity.type
_entity.pdbx_description
1 polymer     ESTERASE
2 polymer     "5'-primer"
3 non-polymer "ADENOSINE-5'-TRIPHOSPHATE"
4 water       water
#
loop_
_entity_poly.entity_id
_entity_poly.type
_entity_poly.pdbx_seq_one_letter_code
_entity_poly.pdbx_seq_one_letter_code_can
_entity_poly.pdbx_strand_id
1 'polypeptide(L)' 'G(MSE)K(Z9Z)HV'
;GMK
CHV
;
A,B
2 polydeoxyribonucleotide '(DA)(DC)(DG)' ? C
#
loop_
_atom_site.group_PDB
_atom_site.id
_atom_site.label_comp_id
_atom_site.label_asym_id
_atom_site.label_entity_id
_atom_site.auth_asym_id
_atom_site.auth_seq_id
_atom_site.pdbx_PDB_ins_code
_atom_site.pdbx_PDB_model_num
HETATM 1 MSE A 1 A -1 ? 1
HETATM 2 MSE A 1 A -1 ? 1
ATOM   3 LYS A 1 A 52 ? 1
HETATM 4 Z9Z A 1 A 52 A 1
ATOM   5 HIS A 1 A 54 ? 1
ATOM   6 DA  B 2 C 1  ? 1
ATOM   7 DG  B 2 C 3  ? 1
HETATM 8 ATP D 3 A 201 ? 1
HETATM 9 HOH E 4 A 301 ? 1
ATOM   3 LYS A 1 A 99 ? 2
#
`;
