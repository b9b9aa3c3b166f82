/** What the words above a plate say about it. */
export interface GridTitle {
  plate: string | undefined;
  /** Seconds since the start. */
  time: number | undefined;
  /** Other words, such as a wavelength. */
  words: string;
}

/** `Plate 7`, `Plate P3`, `Plate name: library`; `Plate layout` names none. */
const PLATE =
  /\bplate(?:\s+(?:no\.?|number|name|id))?\s*(?:[:#=]\s*([\w.-]{1,60})|\s([a-z]?\d[\w.-]{0,60}))/i;
const TIME =
  /\b(?:time|cycle time|kinetic)\b[^\d]{0,20}(\d+(?::\d{2}){1,2}(?:\.\d+)?|\d+(?:[.,]\d+)?)\s*(\[?(?:ms|s|sec|seconds|min|minutes|h|hours)\b\]?)?/i;
const SECONDS: Record<string, number> = {
  ms: 0.001,
  s: 1,
  sec: 1,
  seconds: 1,
  min: 60,
  minutes: 60,
  h: 3_600,
  hours: 3_600,
};
const MAX_CHARACTERS = 300;

/** Reads the words above a plate. */
export function readTitle(text: string): GridTitle {
  const cut = text.slice(0, MAX_CHARACTERS);
  const time = TIME.exec(cut);
  const withoutTime = time === null ? cut : cut.replace(time[0], " ");
  const plate = PLATE.exec(withoutTime);
  const rest = plate === null ? withoutTime : withoutTime.replace(plate[0], " ");
  return {
    plate: plate?.[1] ?? plate?.[2],
    time: time === null ? undefined : secondsOf(time[1] ?? "", time[2]),
    words: rest.replace(/[\s,;|:<>]+/g, " ").trim(),
  };
}

function secondsOf(text: string, unit: string | undefined): number {
  if (text.includes(":")) {
    const parts = text.split(":").map(Number);
    // Two parts are minutes and seconds.
    return parts.reduce((sum, part) => 60 * sum + part, 0);
  }
  return Number(text.replace(",", ".")) * (SECONDS[(unit ?? "s").replace(/[[\]]/g, "").toLowerCase()] ?? 1);
}
