import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";

async function generate(...args: string[]) {
  return promisify(execFile)(process.execPath, ["examples/generateVariants.ts", ...args]).then(
    ({ stdout, stderr }) => ({ stdout, stderr, code: 0 }),
    ({ stdout, stderr, code }) => ({ stdout, stderr, code }),
  );
}

describe("npm run generate", () => {
  it("the command prints the requested number of rows, and the same rows for the same seed", async () => {
    const { stdout } = await generate("20", "7");
    expect(stdout.trimEnd().split("\n")).toHaveLength(21);
    expect((await generate("20", "7")).stdout).toBe(stdout);
    expect((await generate("20", "8")).stdout).not.toBe(stdout);
  });

  it("the command explains its arguments", async () => {
    expect(await generate("--help")).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("-- 1000 42"),
    });
  });

  it.each([[["abc"]], [["-1"]], [["1.5"]], [["1e99"]], [["10", "seven"]], [["10", "7", "8"]]])(
    "the command prints only a message for %j",
    async (args) => {
      const { stdout, stderr, code } = await generate(...args);
      expect(stdout).toBe("");
      expect(stderr).toMatch(/^[^\n]+ --help says more\.\n$/);
      expect(code).toBe(1);
    },
  );
});
