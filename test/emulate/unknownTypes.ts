import type { Template } from "./templates.ts";

/** Resource types that the emulator does not support, with their replacement or the reason that there is none. */
const KNOWN_GAPS: Record<string, string> = {
  "AWS::WAFv2::RegexPatternSet": "firewall rules are not evaluated by the emulator; nothing stands for them",
  "AWS::WAFv2::LoggingConfiguration": "as above",
  "AWS::Lambda::WebFunction": "the server of uploads runs as a process, with its role and its environment",
  "AWS::Lambda::WebFunctionRevision": "as above",
  "AWS::Lambda::WebFunctionEndpoint": "as above",
  "Custom::S3ObjectCopy": "as above: it copies the server's code",
};

/** Stacks without unsupported types that the emulator cannot deploy, with the reason. */
const UNDEPLOYED: Record<string, string> = {
  PlatformConsole: "its distribution refers to the firewall; it serves files alone",
  EdgeOperations: "it watches the distributions, which are not deployed",
  Edge: "its distribution refers to the firewall; a process with the edge's own code stands for it",
  Operations: "alarms over metric math are not understood",
};

export interface Plan {
  /** Stacks that the emulator can deploy, in template order. */
  deployed: string[];
  /** Remaining types, with one line per reason. */
  left: Map<string, string[]>;
}

/**
 * Splits the stacks into those with only supported types and all others. Throws for an unsupported type without a reason here,
 * because a person must decide what replaces it.
 */
export function planStacks(templates: ReadonlyMap<string, Template>, knownTypes: readonly string[]): Plan {
  const known = new Set(knownTypes);
  const plan: Plan = { deployed: [], left: new Map() };
  for (const [stack, { Resources }] of templates) {
    const reasons = new Set<string>();
    for (const [id, { Type }] of Object.entries(Resources)) {
      const gap = KNOWN_GAPS[Type];
      if (known.has(Type) || (Type.startsWith("Custom::") && !gap)) continue;
      if (!gap)
        throw new Error(
          `${stack}: the emulator does not know ${Type} (${id}), and unknownTypes.ts has no reason`,
        );
      reasons.add(`${Type}: ${gap}`);
    }
    const [, reason] = Object.entries(UNDEPLOYED).find(([suffix]) => stack.endsWith(suffix)) ?? [];
    if (reason) reasons.add(reason);
    if (reasons.size > 0) plan.left.set(stack, [...reasons]);
    else plan.deployed.push(stack);
  }
  return plan;
}
