const SYMBOLS =
  "H He Li Be B C N O F Ne Na Mg Al Si P S Cl Ar K Ca Sc Ti V Cr Mn Fe Co Ni Cu Zn Ga Ge As Se Br Kr Rb Sr Y Zr Nb Mo Tc Ru Rh Pd Ag Cd In Sn Sb Te I Xe Cs Ba La Ce Pr Nd Pm Sm Eu Gd Tb Dy Ho Er Tm Yb Lu Hf Ta W Re Os Ir Pt Au Hg Tl Pb Bi Po At Rn Fr Ra Ac Th Pa U Np Pu Am Cm Bk Cf Es Fm Md No Lr";

const NUMBERS = new Map<string, number>(
  SYMBOLS.split(" ").map((symbol, index) => [symbol.toUpperCase(), index + 1]),
);

/** Returns the atomic number of an element by its symbol; 0 if there is none. Deuterium counts as hydrogen. */
export function atomicNumber(symbol: string): number {
  const upper = symbol.trim().toUpperCase();
  return upper === "D" ? 1 : (NUMBERS.get(upper) ?? 0);
}

/** Returns the symbol of an element, such as `Zn`; `X` if it is unknown. */
export function elementSymbol(number: number): string {
  return SYMBOLS.split(" ")[number - 1] ?? "X";
}

/**
 * Returns the atomic number from the name of an atom in the four columns of a PDB file, in which the symbol ends in the second
 * column: ` CA ` is carbon, `CA  ` is calcium.
 */
export function elementOfName(columns: string): number {
  const name = columns.padEnd(4);
  const symbol = /[A-Z]/i.exec(name)?.[0] ?? "";
  if (name[0] === " " || /\d/.test(name[0]!)) return atomicNumber(symbol);
  // Four characters that start with H are a hydrogen, such as HG11.
  if (name[0] === "H" && name.trim().length === 4) return 1;
  return atomicNumber(name.slice(0, 2)) || atomicNumber(symbol);
}
