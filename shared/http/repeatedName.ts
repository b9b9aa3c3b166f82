const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Returns a name that an object in a valid JSON text has twice; undefined if all names differ. Takes linear time. */
export function repeatedName(text: string): string | undefined {
  /** Names in each open object; null for each open list. */
  const open: (Set<string> | null)[] = [];
  let isName = false;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case QUOTE: {
        const end = endOfString(text, at + 1);
        if (isName) {
          const name = nameOf(text.slice(at, end + 1));
          const names = open.at(-1);
          if (names?.has(name)) return name;
          names?.add(name);
        }
        isName = false;
        at = end;
        break;
      }
      case OPEN_OBJECT:
        open.push(new Set());
        isName = true;
        break;
      case OPEN_LIST:
        open.push(null);
        isName = false;
        break;
      case CLOSE_OBJECT:
      case CLOSE_LIST:
        open.pop();
        isName = false;
        break;
      case COMMA:
        isName = open.at(-1) instanceof Set;
        break;
    }
  }
  return undefined;
}

function endOfString(text: string, start: number): number {
  let at = start;
  while (text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at;
}

/** Different escapes of a name are the same name. */
function nameOf(quoted: string): string {
  return quoted.includes("\\") ? (JSON.parse(quoted) as string) : quoted.slice(1, -1);
}
