/** Stands in for `node:zlib` in a browser, where no parts of archives are read: their kind follows from their names. */
export const constants = {};

export function inflateRawSync(): never {
  throw new Error("The parts of archives are read by the service alone");
}
