import { expect, test } from "vitest";
import { COMMANDS } from "#cli/commandTable.ts";
import { UsageError } from "#cli/errors.ts";
import { refuseForeignOptions } from "#cli/refuseForeignOptions.ts";
import { understoodArgs } from "#cli/understoodArgs.ts";

test.each([
  ["tables", "table list"],
  ["loads --json", "load list --json"],
  ["projects -L 5", "project list -L 5"],
  ["tables list", "table list"],
  ["list tables --all", "table list --all"],
  ["ls", "table list"],
  ["table ls", "table list"],
  ["show task latest", "task show latest"],
  ["task view latest", "task show latest"],
  ["create project hydrolase", "project create hydrolase"],
  ["project new hydrolase", "project create hydrolase"],
  ["tag create first", "tag add first"],
  ["task stop latest", "task cancel latest"],
  ["task train --table plates", "train --table plates"],
  ["table import plate.csv --into plates", "import plate.csv --into plates"],
  ["load import plate.csv", "import plate.csv"],
  ["table export plates plates.csv", "export plates plates.csv"],
  ["auth login --device", "login --device"],
  ["--workspace lab auth status", "--workspace lab whoami"],
  ["completion -s zsh", "completion zsh"],
  ["undo latest", "load undo latest"],
  ["versions", "history"],
  ["version", "--version"],
  ["help", "--help"],
  ["help import", "import --help"],
  ["help table rename", "table rename --help"],
  ["help table", "table --help"],
  ["help tables", "table list --help"],
  ["help help", "--help"],
  ["help formats", "help formats"],
  ["help queries", "help queries"],
  ["help versions", "help versions"],
  ["help structures", "help structures"],
  ["help exit codes", "help exit codes"],
  // Words that are not commands remain for the message of the program.
  ["nothing at all", "nothing at all"],
  ["table", "table"],
  ["", ""],
  ["--version", "--version"],
])("pdp %s means pdp %s", (typed, understood) => {
  expect(understoodArgs(typed.split(" ")).join(" ")).toBe(understood);
});

test.each([
  ["table delete plates", "pdp table archive plates"],
  ["delete table plates", "pdp table archive plates"],
  ["rm load 244481024703059", "pdp load delete 244481024703059"],
  ["tag rm first", "pdp tag remove first"],
  ["task delete 1", "pdp task --help"],
  ["plate.csv", "pdp import plate.csv --into TABLE"],
  ["load run.csv.gz", "pdp import run.csv.gz --into TABLE"],
  ["select 1", "pdp sql"],
])("pdp %s is refused with %s, because it must be typed differently", (typed, advice) => {
  expect(() => understoodArgs(typed.split(" "))).toThrow(UsageError);
  expect(() => understoodArgs(typed.split(" "))).toThrow(advice);
});

test("every command is understood as itself, and the help shows it", () => {
  for (const { name } of COMMANDS) {
    const words = [...name.split(" "), "tables", "--limit", "5"];
    if (name !== "help") {
      expect(understoodArgs(words)).toEqual(words);
      expect(understoodArgs(["help", ...name.split(" ")])).toEqual([...name.split(" "), "--help"]);
    }
  }
});

test.each([
  ["table list --jq .[0]", "--jq: pdp has no such option. Give JSON to jq"],
  [
    "table show plates --web",
    "--web: pdp has no such option. To open a page in the console, run: pdp open NAME",
  ],
  ["table list --json reference,rows", "jq: … --json | jq '.[] | {reference,rows}'"],
])("pdp %s is refused with an equivalent command", (typed, advice) => {
  expect(() => refuseForeignOptions(typed.split(" "), [])).toThrow(advice);
});

test("a command's options, their values and words after -- are not refused", () => {
  refuseForeignOptions(["check", "a.csv", "-q"], ["-q, --quick"]);
  refuseForeignOptions(["sql", "--", "--jq"], []);
  refuseForeignOptions(["table", "list", "--json"], []);
});
