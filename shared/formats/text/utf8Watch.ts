import { isUtf8 } from "node:buffer";
import { withoutCutCharacter } from "../detect/detectEncoding.ts";

/** Detects whether bytes that arrive in chunks are UTF-8 with non-ASCII characters, and therefore not WINDOWS-1252 text. */
export class Utf8Watch {
  private rest: Buffer = Buffer.alloc(0);
  private isUtf8 = true;
  private hasOthers = false;

  take(chunk: Buffer): void {
    if (!this.isUtf8) return;
    const bytes = this.rest.length === 0 ? chunk : Buffer.concat([this.rest, chunk]);
    const complete = withoutCutCharacter(bytes);
    this.rest = Buffer.from(bytes.subarray(complete.length));
    this.isUtf8 = isUtf8(complete);
    this.hasOthers ||= complete.some((byte) => byte >= 0x80);
  }

  /** Returns, once all bytes have been processed, whether they are UTF-8 with non-ASCII characters. */
  isCertain(): boolean {
    return this.isUtf8 && this.hasOthers && this.rest.length === 0;
  }
}
