const MONTHS = "January February March April May June July August September October November December".split(
  " ",
);
const MOMENT = /^\s*\+?(\d{4,6})-(\d{1,2})-(\d{1,2})(?:[ T](\d{1,2}):(\d{1,2})(?::(\d{1,2}))?)?/;
const TIME = /^\s*(\d{1,2}):(\d{1,2})(?::(\d{1,2}))?/;

/** Explains why a well-formed date, time or timestamp does not exist; undefined if it does exist. */
export function calendarFault(text: string): string | undefined {
  const date = MOMENT.exec(text);
  if (!date) return clockFault(TIME.exec(text)?.slice(1) ?? []);
  const [year = 0, month = 0, day = 0] = date.slice(1, 4).map(Number);
  const name = MONTHS[month - 1];
  if (name === undefined) return `There is no month ${month}`;
  // The day before the first of the next month. `setUTCFullYear` takes years below 100 literally.
  const last = new Date(0);
  last.setUTCFullYear(year, month, 0);
  const days = last.getUTCDate();
  if (day < 1 || day > days) return `${name} ${year} has ${days} days`;
  return clockFault(date.slice(4));
}

function clockFault([hour = "0", minute = "0", second = "0"]: readonly (string | undefined)[]):
  | string
  | undefined {
  if (Number(hour) > 23) return `There is no hour ${Number(hour)}: days end at 23:59:59`;
  if (Number(minute) > 59) return `There is no minute ${Number(minute)}`;
  return Number(second) > 59 ? `There is no second ${Number(second)}` : undefined;
}
