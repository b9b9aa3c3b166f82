import { readTitle } from "./gridTitle.ts";

const ENDINGS = /(?:\.[a-z0-9]{1,6})?(?:\.(?:gz|gzip|zip))?$/i;

/** Returns the plate named by a sheet, such as `2` for `Plate 2`; undefined if its name contains no plate. */
export function plateOfName(name: string): string | undefined {
  return readTitle(name.replaceAll("_", " ")).plate;
}

/** Returns the plate named by a file, such as `2` for `raw/plate_2.csv.gz`; undefined if its name contains no plate. */
export function plateOfFile(filepath: string): string | undefined {
  const name = filepath.slice(Math.max(filepath.lastIndexOf("/"), filepath.lastIndexOf("\\")) + 1);
  return plateOfName(name.replace(ENDINGS, ""));
}
