import { createRandom } from "@pdp/basics/statistics";
import { describe, expect, test } from "vitest";
import { readStructure } from "../structures/readStructure.ts";
import { UnreadableText } from "../text/unreadableText.ts";

const read = (text: string) => readStructure([Buffer.from(text)]);

interface Atom {
  name?: string;
  residue?: string;
  chain?: string;
  position?: string;
  at?: readonly [number, number, number];
  bFactor?: number;
  record?: "ATOM" | "HETATM";
  element?: string;
  occupancy?: number;
}

/** Writes an atom in the fixed columns of a PDB file. */
function pdbAtom({
  name = "CA",
  residue = "ALA",
  chain = "A",
  position = "1",
  at = [1, 2, 3],
  bFactor = 20,
  record = "ATOM",
  element = name.slice(0, 1),
  occupancy = 1,
}: Atom): string {
  const [, number = "", insertion = ""] = /^(-?\d+)(.?)$/.exec(position) ?? [];
  const coordinates = at.map((value) => value.toFixed(3).padStart(8)).join("");
  return `${record.padEnd(6)}    1  ${name.padEnd(4)}${residue.padStart(3)} ${chain}${number.padStart(4)}${insertion.padEnd(1)}   ${coordinates}${occupancy.toFixed(2).padStart(6)}${bFactor.toFixed(2).padStart(6)}          ${element.padStart(2)}`;
}

function pdbResidue(of: Atom): string[] {
  return ["N", "CA", "C", "O"].map((name, index) => pdbAtom({ at: [index, 0, 0], ...of, name }));
}

function cifOf(rows: readonly string[]): string {
  const items =
    "group_PDB type_symbol label_atom_id label_comp_id auth_asym_id auth_seq_id pdbx_PDB_ins_code Cartn_x Cartn_y Cartn_z occupancy B_iso_or_equiv pdbx_PDB_model_num";
  return ["data_1ABC", "loop_", ...items.split(" ").map((item) => `_atom_site.${item}`), ...rows, "#"].join(
    "\n",
  );
}

describe("structures in PDB format", () => {
  test("residues keep their numbers, insertion codes and backbones", async () => {
    const lines = [
      ...pdbResidue({ position: "100" }),
      ...pdbResidue({ position: "100A", residue: "TRP" }),
      pdbAtom({ position: "101", residue: "GLY" }),
    ];
    const { residues } = await read(lines.join("\n"));
    expect(residues.map(({ position, letter }) => `${letter}${position}`)).toEqual(["A100", "W100A", "G101"]);
    expect(residues.map(({ backbone }) => backbone?.length)).toEqual([12, 12, undefined]);
  });

  test("modified residues have the letter of their parent; ligands, metals and nucleic acids are other atoms; water is counted", async () => {
    const structure = await read(
      [
        ...pdbResidue({ residue: "MSE", record: "HETATM" }),
        pdbAtom({ record: "HETATM", residue: "ZN", name: "ZN", element: "ZN", position: "90" }),
        pdbAtom({ residue: "DA", name: "P", element: "P", chain: "D" }),
        pdbAtom({ record: "HETATM", residue: "NAG", name: "H1", element: "H", position: "91" }),
        pdbAtom({ record: "HETATM", residue: "HOH", name: "O", position: "92" }),
      ].join("\n"),
    );
    expect(structure.residues.map(({ letter }) => letter)).toEqual(["M"]);
    expect(structure.others.map(({ residue, element }) => [residue, element])).toEqual([
      ["ZN", 30],
      ["DA", 15],
    ]);
    expect(structure.waters).toBe(1);
  });

  test("the first model and the first of alternative positions count, atoms with occupancy 0 do not", async () => {
    const structure = await read(
      [
        "MODEL        1",
        ...pdbResidue({}),
        pdbAtom({ name: "CA", at: [9, 9, 9] }),
        ...pdbResidue({ position: "2", occupancy: 0 }),
        "ENDMDL",
        "MODEL        2",
        ...pdbResidue({ position: "7" }),
        "ENDMDL",
      ].join("\n"),
    );
    expect(structure.residues.map(({ position }) => position)).toEqual(["1"]);
    expect(structure.residues[0]?.backbone?.slice(3, 6)).toEqual([1, 0, 0]);
    expect(structure.models).toBe(2);
  });

  test("an element without its column is read from the atom's name", async () => {
    const { others } = await read(
      [
        ...pdbResidue({}),
        "HETATM    1 CA    CA A  90       1.000   2.000   3.000  1.00 20.00",
        "HETATM    2  C1  LIG A  91       1.000   2.000   3.000  1.00 20.00",
        "HETATM    3 1H1  LIG A  91       1.000   2.000   3.000  1.00 20.00",
      ].join("\n"),
    );
    expect(others.map(({ element }) => element)).toEqual([20, 6]);
  });

  test("a structure with one confidence per residue and no experiment is predicted; from 0 to 1 becomes percent", async () => {
    const lines = [...pdbResidue({ bFactor: 0.5 }), ...pdbResidue({ position: "2", bFactor: 0.9 })];
    const predicted = await read(lines.join("\n"));
    expect(predicted.isPredicted).toBe(true);
    expect(predicted.residues.map(({ confidence }) => confidence)).toEqual([50, 90]);
    const measured = await read(["EXPDTA    X-RAY DIFFRACTION", ...lines].join("\n"));
    expect(measured.isPredicted).toBe(false);
  });
});

test("chains without a name are distinguished by the ends between them", async () => {
  const chain = [...pdbResidue({ chain: " " }), ...pdbResidue({ chain: " ", position: "2" })];
  const { residues } = await read([...chain, "TER", ...chain, "TER"].join("\n"));
  expect(residues.map((residue) => residue.chain + residue.position)).toEqual(["1", "2", "21", "22"]);
});

test("a free amino acid is a ligand, and alternative positions of a ligand count once", async () => {
  const free = ["N", "CA"].map((name) =>
    pdbAtom({ record: "HETATM", residue: "GLU", position: "401", name }),
  );
  const zinc = pdbAtom({ record: "HETATM", residue: "ZN", name: "ZN", element: "ZN", position: "90" });
  const second = `${zinc.slice(0, 16)}B${zinc.slice(17)}`;
  const { residues, others } = await read([...pdbResidue({}), "TER", ...free, zinc, second].join("\n"));
  expect(residues.map(({ name }) => name)).toEqual(["ALA"]);
  expect(others.map(({ residue }) => residue)).toEqual(["GLU", "GLU", "ZN"]);
  const cif = await read(
    [
      "data_x",
      "loop_",
      ..."group_PDB type_symbol label_atom_id label_comp_id label_seq_id auth_asym_id auth_seq_id Cartn_x Cartn_y Cartn_z"
        .split(" ")
        .map((item) => `_atom_site.${item}`),
      "ATOM C CA ALA 1 A 1 1 2 3",
      "HETATM C CA MSE . A 2 1 2 3",
      "HETATM C CA GLU . A 401 1 2 3",
    ].join("\n"),
  );
  expect(cif.residues.map(({ name }) => name)).toEqual(["ALA", "MSE"]);
  expect(cif.others.map(({ residue }) => residue)).toEqual(["GLU"]);
});

test("the same structure in mmCIF format has the same residues and atoms", async () => {
  const structure = await read(
    cifOf([
      "ATOM N N ALA A 5 ? 0 0 0 1 20 1",
      "ATOM C CA ALA A 5 ? 1 0 0 1 20 1",
      "ATOM C C ALA A 5 ? 2 0 0 1 20 1",
      "ATOM O O ALA A 5 ? 3 0 0 1 20 1",
      "ATOM C CA SER A 5 B 4 0 0 1 20 1",
      "HETATM ZN ZN ZN A 90 ? 5 0 0 1 20 1",
      "ATOM C CA GLY A 6 ? 1 0 0 1 20 2",
    ]),
  );
  expect(structure.id).toBe("1ABC");
  expect(structure.residues.map(({ letter, position }) => letter + position)).toEqual(["A5", "S5B"]);
  expect(structure.residues[0]?.backbone).toEqual([0, 0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0]);
  expect(structure.others.map(({ element }) => element)).toEqual([30]);
  expect(structure.models).toBe(2);
});

describe("files that are not structures", () => {
  const cases: readonly [string, string, string][] = [
    ["another format", "name,value\na,1", "neither in PDB nor in mmCIF"],
    ["nothing", "\n\n", "empty"],
    ["only water", pdbAtom({ residue: "HOH" }), "no amino acids"],
    [
      "a coordinate that is not a number",
      pdbAtom({}).replace("   1.000", "     NaN"),
      "line 1 has no valid coordinates",
    ],
    ["a coordinate out of range", cifOf(["ATOM C CA ALA A 1 ? 1e9 0 0 1 20 1"]), "no valid coordinates"],
    [
      "too many chains",
      cifOf(Array.from({ length: 300 }, (_, chain) => `ATOM C CA ALA C${chain} 1 ? 0 0 0 1 20 1`)),
      "more than 200 chains",
    ],
  ];
  test.for(cases)("%s is refused with the reason", async ([, text, message]) => {
    await expect(read(text)).rejects.toThrow(message);
    await expect(read(text)).rejects.toThrow(UnreadableText);
  });

  test("more atoms than the limit are refused", async () => {
    const atom = `${pdbAtom({})}\n`.repeat(1_000);
    await expect(readStructure(Array.from({ length: 501 }, () => Buffer.from(atom)))).rejects.toThrow(
      "more than 500,000 atoms",
    );
  });

  test("a damaged file is refused or read, and nothing else happens (seed 20261129)", async () => {
    const random = createRandom(20_261_129);
    const files = [
      ["HEADER", "MODEL        1", ...pdbResidue({}), ...pdbResidue({ position: "2A" }), "TER", "END"].join(
        "\n",
      ),
      cifOf(["ATOM C CA ALA A 1 ? 1 0 0 1 20 1", "HETATM ZN ZN ZN A 90 ? 5 0 0 1 20 1"]),
    ];
    for (let round = 0; round < 2_000; round += 1) {
      const bytes = Buffer.from(files[round % 2]!);
      for (let change = 0; change < 4; change += 1) bytes[random.integer(bytes.length)] = random.integer(256);
      const cut = bytes.subarray(0, random.integer(bytes.length));
      const outcome = await readStructure([cut]).catch((error: unknown) => error);
      if (outcome instanceof Error) expect(outcome).toBeInstanceOf(UnreadableText);
    }
  });
});
