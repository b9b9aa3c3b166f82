import { secondsPerUnit } from "./wellTimes.ts";

/** Information in the title above a plate. */
export interface GridTitle {
  plate: string | undefined;
  /** Seconds since the start. */
  time: number | undefined;
  /** True if the time is written like `14:32:10` and may be a time of day. */
  isClock?: boolean;
  /** Other words, such as a wavelength. */
  words: string;
}

/** `Plate 7`, `Plate name: library`, `Plate_1`, `PlateA`; but not `Plate layout` and `Plates`. */
const PLATES = [
  /(?<![a-z0-9])(?:micro)?plate(?:\s+(?:no\.?|number|name|id))?\s*[:#=]\s*([\w.-]{1,60})/i,
  /(?<![a-z0-9])(?:micro)?plate(?:\s+(?:no\.?|number|name|id))?\s+(?!\d+\s*(?:nm|wells?)\b)([a-z]?\d[\w.-]{0,60})(?![\w.-])/i,
  /(?<![a-z0-9])(?:micro)?plate[_-]?([a-z]?\d{1,20}[a-z]?)(?![a-z0-9]|\s*(?:nm|wells?)\b)/i,
  /(?<![a-z0-9])(?:micro)?plate[\s_-]([a-z])(?![a-z0-9/-])/i,
  /(?<![A-Za-z0-9])(?:[Mm]icro)?[Pp]late([A-Z])(?![A-Za-z0-9])/,
];

/** Label before the name of a plate: `Plate Number | Plate 7`. */
const PLATE_LABEL = /(?<![a-z0-9])(?:micro)?plate\s+(?:no\.?|number|name|id)(?![a-z0-9])\s*:?/i;

const UNITS = "ms|msecs?|milliseconds?|s|secs?|seconds?|mins?|minutes?|h|hrs?|hours?|days?";
const NUMBER = "\\d+(?::\\d{2}){1,2}(?:\\.\\d+)?|\\d+(?:[.,]\\d+)?";
const NO_DIGIT = "(?![.,:]?\\d)";
const START = "(?<![-\\w])(elapsed(?:\\s+time)?|cycle\\s+time|kinetic(?:\\s+time)?|time)";
/** `Time [min] 30`, `Time (h): 2`, `Time 0:05:00`, `Time = 30 s`, `Kinetic read 3 (0:10:00)`. */
const TIMES = [
  /(?<![-\w])(kinetic\s+read\s+\d{1,5})()\s*\(\s*(\d{1,4}(?::\d{2}){1,2}(?:\.\d+)?)\s*\)/i,
  new RegExp(
    `${START}\\s*(?:[[(]\\s*(${UNITS})\\s*[\\])])?\\s*[:=]?\\s*(${NUMBER})${NO_DIGIT}\\s*(?:[[(]?(${UNITS})\\b[\\])]?)?`,
    "i",
  ),
  // `Time after addition 30 min`: with other words in between, only a unit shows that this is a time.
  new RegExp(
    `${START}(?:\\s+[a-z]{1,20}){1,3}()\\s*[:=]?\\s*(${NUMBER})${NO_DIGIT}\\s*[[(]?(${UNITS})\\b[\\])]?`,
    "i",
  ),
];
const NEXT_PART = new RegExp(`^\\s*(\\d+(?:[.,]\\d+)?)\\s*(${UNITS})\\b`, "i");
/** Words before `time` that make it a setting of the reader, or a time of day. */
const OTHER_TIME =
  /(?:integration|exposure|settl(?:e|ing)|shak(?:e|ing)|delay|lag|dwell|start|end|total|measurement|read(?:ing)?|run|flash|incubation|local)\s+$/i;
const DATE =
  /\bdate\b|\b\d{4}-\d{1,2}-\d{1,2}\b|\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b|\b\d{1,2}[ -](?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i;
const THOUSANDS = /^[1-9]\d{0,2},\d{3}$/;
const MAX_CHARACTERS = 300;

/** Reads the title above a plate; `readsClock` determines whether times such as `14:32:10` are read. */
export function readTitle(text: string, readsClock = true): GridTitle {
  const cut = text.slice(0, MAX_CHARACTERS);
  const timeMatch = readTime(cut);
  const time = timeMatch?.isClock && !readsClock ? undefined : timeMatch;
  const withoutTime = time === undefined ? cut : cut.replace(time.text, " ");
  const plate = PLATES.map((pattern) => pattern.exec(withoutTime)).find((match) => match !== null);
  const rest =
    plate === undefined ? withoutTime : withoutTime.replace(plate[0], " ").replace(PLATE_LABEL, " ");
  return {
    plate: plate?.[1],
    time: time?.seconds,
    ...(time?.isClock && { isClock: true }),
    words: rest
      .replace(/[\s;|<>]+|[,:](?!\d)|(?<!\d)[,:]/g, " ")
      .replace(/\s+/g, " ")
      .replace(/^(?:[\s_]|-(?!\d))+|[\s_]+$/g, ""),
  };
}

function readTime(title: string): { text: string; seconds: number; isClock: boolean } | undefined {
  for (const pattern of TIMES) {
    const match = pattern.exec(title);
    if (match === null || OTHER_TIME.test(title.slice(0, match.index))) continue;
    const [text, word = "", before, number = "", after] = match;
    const hasColon = number.includes(":");
    // The number may be written as 1,200 or 1.2.
    if (THOUSANDS.test(number)) return undefined;
    const isTimeOfDay = DATE.test(title) || /^\s*[ap]\.?m\b/i.test(title.slice(match.index + text.length));
    if (hasColon && isTimeOfDay) return undefined;
    if (hasColon) return { text, seconds: secondsOfClock(number), isClock: /^time$/i.test(word) };
    const first = { text, seconds: secondsOf(number, before || after), isClock: false };
    return after === undefined ? first : withSmallerUnits(title, first, secondsOf("1", after));
  }
  return undefined;
}

/** Adds subsequent parts in smaller units, as in `1 h 5 min 30 s`. */
function withSmallerUnits<Time extends { text: string; seconds: number }>(
  title: string,
  first: Time,
  unit: number,
): Time {
  let [{ text, seconds }, last] = [first, unit];
  for (;;) {
    const rest = title.slice(title.indexOf(text) + text.length);
    const [part, number = "", name] = NEXT_PART.exec(rest) ?? [];
    const size = secondsOf("1", name);
    if (part === undefined || size >= last) return { ...first, text, seconds };
    text += part;
    seconds += secondsOf(number, name);
    last = size;
  }
}

/** Reads hours, minutes and seconds; two parts are minutes and seconds. */
function secondsOfClock(text: string): number {
  return text
    .split(":")
    .map(Number)
    .reduce((sum, part) => 60 * sum + part, 0);
}

function secondsOf(text: string, unit = "s"): number {
  return Number(text.replace(",", ".")) * secondsPerUnit(unit);
}
