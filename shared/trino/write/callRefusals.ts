import { insteadOfUse } from "../foreign/foreignUses.ts";
import type { Argument } from "../functions/functionKinds.ts";
import { patternText, type Signature } from "../functions/parseSignature.ts";
import type { Call } from "../parse/ast.ts";
import { Refusal } from "../sqlError.ts";
import { typeText } from "../types/type.ts";

/** Refusal for a value where every signature expects a lambda. */
export function lambdaMissing(
  name: string,
  args: (Argument | undefined)[],
  signatures: Signature[],
  call: Call,
): Refusal | undefined {
  const lambdaIndex = args.findIndex(
    (argument, index) =>
      argument && signatures.every(({ parameters }) => parameters[index]?.name === "function"),
  );
  return lambdaIndex < 0
    ? undefined
    : new Refusal(`${name} needs a lambda here, such as x -> x + 1`, call.args[lambdaIndex]?.at);
}

/** Refusal for arguments that no signature of a function accepts. */
export function noSignature(name: string, args: (Argument | undefined)[], signatures: Signature[]): Refusal {
  const given = args.map((argument) => (argument ? typeText(argument.type) : "lambda")).join(", ");
  const takes = signatures
    .slice(0, 4)
    .map(({ parameters }) => `${name}(${parameters.map(patternText).join(", ")})`);
  const instead = insteadOfUse(name, args[0]?.type.name ?? "");
  const shown = instead ? `write ${instead}` : `use ${takes.join(", or ")}`;
  return new Refusal(`Function ${name} does not accept (${given.slice(0, 200)}): ${shown}`);
}
