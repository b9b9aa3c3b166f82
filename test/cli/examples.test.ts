import { expect, test } from "vitest";
import { COMMANDS } from "#cli/commandTable.ts";
import { EXAMPLES } from "#cli/examples.ts";
import { Pdp } from "../support/pdp.ts";

const GLOBAL_OPTIONS = ["--json", "--quiet", "--no-wait", "--url <address>", "--workspace <name>"];

test("every command has an example", () => {
  expect(Object.keys(EXAMPLES).sort()).toEqual(COMMANDS.map(({ name }) => name).sort());
});

test.each(COMMANDS)("the example of $name uses only options and arguments of the command", async (entry) => {
  const { arguments: stated = [], options = [] } = await entry.load();
  const flags = new Map<string, boolean>();
  for (const text of [...options.map(([option]) => option), ...GLOBAL_OPTIONS]) {
    const [names = "", value] = text.split(/ (?=[<[])/);
    for (const name of names.split(", ")) flags.set(name, value !== undefined);
  }
  const words = EXAMPLES[entry.name]?.match(/(?:[^\s"]|"[^"]*")+/g) ?? [];
  const positional: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? "";
    if (word.startsWith("-")) {
      expect([...flags.keys()]).toContain(word);
      if (flags.get(word)) expect(words[++at]).toMatch(/^[^-]/);
    } else positional.push(word);
  }
  const required = stated.filter(([name]) => name.startsWith("<")).length;
  const isVariadic = stated.some(([name]) => name.includes("..."));
  expect(positional.length).toBeGreaterThanOrEqual(required);
  expect(positional.length).toBeLessThanOrEqual(isVariadic ? Number.POSITIVE_INFINITY : stated.length);
});

test("the help of a command shows its example", async () => {
  const pdp = await Pdp.open();
  try {
    expect(await pdp.done("table", "rename", "--help")).toContain(
      "\nExample: pdp table rename plates screening\n",
    );
    expect(await pdp.done("doctor", "--help")).toContain("\nExample: pdp doctor\n");
  } finally {
    await pdp.close();
  }
});

test("the help of a group of commands shows an example of each, and the help of the program how to begin", async () => {
  const pdp = await Pdp.open();
  try {
    const names = COMMANDS.map(({ name }) => name);
    const groups = new Set(
      names.filter((name) => name.includes(" ")).map((name) => name.split(" ")[0] ?? ""),
    );
    expect(groups.size).toBeGreaterThan(5);
    for (const group of groups) {
      const help = await pdp.done(group, "--help");
      for (const name of names.filter((one) => one.startsWith(`${group} `)))
        expect(help).toContain(`\n  pdp ${`${name} ${EXAMPLES[name]}`.trimEnd()}\n`);
    }
    expect(await pdp.done("--help")).toContain("pdp import plate.csv --into plates");
  } finally {
    await pdp.close();
  }
});
