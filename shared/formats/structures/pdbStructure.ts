import { UnreadableText } from "../text/unreadableText.ts";
import { atomicNumber, elementOfName } from "./elements.ts";
import type { Structure } from "./structure.ts";
import { StructureBuilder } from "./structureBuilder.ts";

/** Reads the first model of a structure from the lines of a file in PDB format. */
export class PdbStructure {
  private readonly builder = new StructureBuilder();
  private models = 0;
  private isEnded = false;
  /** Number of ends of chains so far, and the chains that ended. */
  private ends = 0;
  private readonly ended = new Set<string>();
  private last = "";

  /** Throws UnreadableText. */
  take(text: string, line: number): void {
    if (this.isEnded) return;
    const { builder } = this;
    switch (text.slice(0, 6).trimEnd()) {
      case "HEADER":
        builder.id = text.slice(62, 66).trim();
        break;
      case "TITLE":
        if (builder.title.length < 1_000) builder.title += ` ${text.slice(10, 80).trim()}`;
        break;
      case "EXPDTA":
        builder.isMeasured = !/THEORETICAL MODEL/i.test(text);
        break;
      case "MODEL":
        this.models += 1;
        builder.models = this.models;
        break;
      case "ATOM":
      case "HETATM":
        if (this.models <= 1) this.takeAtom(text, line);
        break;
      case "TER":
        this.ends += 1;
        this.ended.add(this.last);
        break;
      case "END":
        this.isEnded = true;
        break;
    }
  }

  end(): Structure {
    return this.builder.build();
  }

  private takeAtom(text: string, line: number): void {
    const occupancy = text.slice(54, 60).trim();
    if (occupancy !== "" && Number(occupancy) === 0) return;
    const residue = text.slice(17, 20).trim();
    const position = text.slice(22, 27).replace(/\s+/g, "");
    if (residue === "" || position === "")
      throw new UnreadableText(`line ${line} has no numbered residue; PDB files use fixed-width columns`);
    const isHetero = text.startsWith("HETATM");
    const named = text[21]?.trim() ?? "";
    // Chains without a name are distinguished by the ends between them.
    const chain = named === "" && this.ends > 0 && !isHetero ? String(this.ends + 1) : named;
    if (!isHetero) this.last = chain;
    this.builder.add({
      name: text.slice(12, 16).trim(),
      residue,
      chain,
      alternative: text[16]?.trim() ?? "",
      isInChain: !isHetero || !this.ended.has(chain),
      position,
      element: atomicNumber(text.slice(76, 78)) || elementOfName(text.slice(12, 16)),
      at: [number(text.slice(30, 38)), number(text.slice(38, 46)), number(text.slice(46, 54))],
      bFactor: number(text.slice(60, 66)) || 0,
      line,
    });
  }
}

function number(text: string): number {
  return text.trim() === "" ? Number.NaN : Number(text);
}
