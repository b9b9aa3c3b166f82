import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";

interface Locked {
  integrity?: string;
  link?: boolean;
  /** Bundled in another package and covered by the hash of that package. */
  inBundle?: boolean;
}

const read = async (name: string) =>
  JSON.parse(await readFile(new URL(`../${name}`, import.meta.url), "utf8"));

it("the lockfile pins every package", async () => {
  const { packages } = (await read("package-lock.json")) as { packages: Record<string, Locked> };
  const installed = Object.entries(packages).filter(
    ([path, { link, inBundle }]) => path.includes("node_modules/") && !link && !inBundle,
  );
  expect(installed.length).toBeGreaterThan(300);
  expect(installed.filter(([, { integrity }]) => !integrity?.startsWith("sha512-"))).toEqual([]);
});

it("install scripts that download a runtime are not allowed to run", async () => {
  const { allowScripts } = await read("package.json");
  expect(Object.keys(allowScripts)).toEqual(["esbuild"]);
});

it("scripts run on the runtime pinned for this machine", async () => {
  const { optionalDependencies } = await read("package.json");
  const system = process.platform === "win32" ? "win" : process.platform;
  const pinned = optionalDependencies[`node-${system}-${process.arch}`];
  if (pinned === undefined) expect(Number.parseInt(process.versions.node, 10)).toBeGreaterThanOrEqual(24);
  else expect(process.versions.node).toBe(pinned);
});
