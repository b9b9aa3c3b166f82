const ages = new Intl.RelativeTimeFormat("en", { numeric: "auto", style: "short" });
const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];
const MONTH_S = 30 * 86_400;

/**
 * Returns the time between now and an instant in words, such as `19 min. ago` or `in 2 days`; null if it is more than a month.
 */
export function ageWords(iso: string, now = Date.now()): string | null {
  const seconds = (now - Date.parse(iso)) / 1000;
  const distance = Math.abs(seconds);
  if (distance > MONTH_S) return null;
  if (distance < 60) return "just now";
  const [unit, size] = UNITS.find(([, length]) => distance >= length) ?? ["second", 1];
  return ages.format(-Math.sign(seconds) * Math.floor(distance / size), unit);
}
