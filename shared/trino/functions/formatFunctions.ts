import { literal } from "@pdp/basics/columns";
import { shortValue } from "../boundMessage.ts";
import { Refusal } from "../sqlError.ts";
import { bindSql, eachSql, filterSql } from "../types/bindSql.ts";
import { decimalSql } from "../types/decimalSql.ts";
import { decimalType, isFloating, isInteger, type Type, typeText } from "../types/type.ts";
import { type Argument, type FunctionTable, failSql, literalOf, scalar, template } from "./functionKinds.ts";
import { javaText } from "./javaText.ts";

export const FORMAT_SIGNATURES = `
luhn_check:varchar:boolean
normalize:varchar:varchar|varchar,varchar:varchar
format_number:bigint:varchar|double:varchar
soundex:varchar:varchar_4
url_decode url_encode:varchar:varchar
url_extract_fragment url_extract_host url_extract_path url_extract_protocol url_extract_query:varchar:varchar
url_extract_parameter:varchar,varchar:varchar
url_extract_port:varchar:bigint
`;

export const formatFunctions: FunctionTable = {
  format: scalar(2, 127, formatted, () => ({ name: "varchar" })),
  format_number: scalar(
    1,
    1,
    ([x], [value]) =>
      `trino_format_number(${isInteger(value?.type as Type) ? `CAST(${x} AS BIGINT)` : javaLong(`${x}`)})`,
  ),
  luhn_check: scalar(1, 1, ([text], _, context) =>
    bindSql([`${text}`], (t) => {
      const digit = `CAST("__c" AS INTEGER)`;
      const doubled = `CASE WHEN "__n" % 2 = 1 THEN ${digit} WHEN ${digit} > 4 THEN ${digit} * 2 - 9 ELSE ${digit} * 2 END`;
      const sum = `list_sum(list_transform(list_reverse(string_split(${t}, '')), lambda "__c", "__n": ${doubled}))`;
      return `CASE WHEN ${t} = '' THEN false WHEN regexp_full_match(${t}, '[0-9]+') THEN ${sum} % 10 = 0 WHEN ${t} IS NOT NULL THEN ${failSql("luhn_check accepts only digits", context)} END`;
    }),
  ),
  normalize: scalar(1, 2, ([text, form]) =>
    form === undefined || form === "'NFC'" ? `nfc_normalize(${text})` : `trino_normalize(${text}, ${form})`,
  ),
  soundex: scalar(1, 1, ([text], _, context) =>
    bindSql([`${text}`], (t) =>
      bindSql([`upper(regexp_replace(${t}, '[^A-Za-z]', '', 'g'))`], (s) => {
        const codes = `translate(${s}[1] || regexp_replace(${s}[2:], '[HW]', '', 'g'), 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '01230120022455012623010202')`;
        const kept = bindSql([`string_split(${codes}, '')`], (all) =>
          filterSql(all, (code, at) => `${at} > 1 AND ${all}[${at} - 1] <> ${code} AND ${code} <> '0'`),
        );
        const code = `${s}[1] || rpad(array_to_string(${kept}, '')[:3], 3, '0')`;
        return `CASE WHEN ${t} IS NULL THEN NULL WHEN length(${t}) <> strlen(${t}) THEN ${failSql("soundex accepts only ASCII letters", context)} WHEN ${s} = '' THEN '' ELSE ${code} END`;
      }),
    ),
  ),
  url_decode: scalar(1, 1, ([text], _, context) =>
    bindSql(
      [`${text}`],
      (t) =>
        `CASE WHEN regexp_matches(${t}, '%([^0-9A-Fa-f]|[0-9A-Fa-f][^0-9A-Fa-f]|.?$)') THEN ${failSql("A % in the text of url_decode is followed by two hexadecimal digits", context)} ELSE url_decode(replace(${t}, '+', ' ')) END`,
    ),
  ),
  url_encode: template("replace(replace(replace(url_encode($1), '%20', '+'), '%2A', '*'), '~', '%7E')"),
  url_extract_fragment: partOfUrl((url) => `url_decode(${url}.f)`),
  url_extract_host: partOfUrl((url) => hostOf(url)),
  url_extract_parameter: scalar(2, 2, ([text, name]) =>
    bindSql([`${name}`, urlOf(`${text}`)], (key, url) => {
      const pairs = eachSql(
        `string_split(${url}.q, '&')`,
        (pair) =>
          `{'k': split_part(${pair}, '=', 1), 'v': CASE WHEN contains(${pair}, '=') THEN ${pair}[strpos(${pair}, '=') + 1:] ELSE '' END}`,
      );
      return `url_decode(replace((${filterSql(pairs, (pair) => `${pair}.k = ${key}`)})[1].v, '+', ' '))`;
    }),
  ),
  url_extract_path: partOfUrl((url) => `url_decode(${url}.p)`),
  url_extract_port: partOfUrl(
    (url) => `TRY_CAST(nullif(regexp_extract(${url}.a, ':(\\d+)$', 1), '') AS BIGINT)`,
  ),
  url_extract_protocol: partOfUrl((url) => `${url}.s`),
  url_extract_query: partOfUrl((url) => `url_decode(${url}.q)`),
};

const URL = "^(?:([A-Za-z][A-Za-z0-9+.-]*):)?(?://([^/?#]*))?([^?#]*)(?:\\?([^#]*))?(?:#(.*))?$";

/** Writes a DOUBLE as a BIGINT with the semantics of Java's cast: truncated and clamped to the limits. */
function javaLong(x: string): string {
  return `CASE WHEN isnan(${x}) THEN 0 WHEN ${x} >= 9223372036854775807::DOUBLE THEN 9223372036854775807 WHEN ${x} <= -9223372036854775807::DOUBLE THEN -9223372036854775807 - 1 ELSE CAST(trunc(${x}) AS BIGINT) END`;
}

/** Writes the parts of a URL; NULL for a string that is not a URL. */
function urlOf(text: string): string {
  const parts = (t: string): string => `regexp_extract(${t}, '${URL}', ['s', 'a', 'p', 'q', 'f'])`;
  const isWrong = (t: string): string =>
    `regexp_matches(${t}, '[\\x00-\\x20"<>\\\\^\`{|}]|%([^0-9A-Fa-f]|[0-9A-Fa-f][^0-9A-Fa-f]|.?$)|#.*#|^:|^[A-Za-z][A-Za-z0-9+.-]*:$') OR regexp_matches(regexp_replace(${t}, '^[^/]*//\\[[0-9A-Fa-f:.]*\\](:\\d*)?([/?#]|$)', '/'), '[\\[\\]]')`;
  return bindSql(
    [text],
    (t) =>
      `CASE WHEN ${isWrong(t)} THEN NULL WHEN ${t} IS NOT NULL THEN ${parts(`CASE WHEN regexp_matches(${t}, '^[A-Za-z][A-Za-z0-9+.-]*:[^/]') THEN regexp_replace(${t}, ':[^#]*', ':') ELSE ${t} END`)} END`,
  );
}

function partOfUrl(write: (url: string) => string) {
  return scalar(1, 1, ([text]) => bindSql([urlOf(`${text}`)], write));
}

/** Writes the host of a URL without user and port; NULL for an authority in any other form. */
function hostOf(url: string): string {
  const host =
    "^(?:[^@]*@)?((?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\\.)*[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\\.?|(?:\\d{1,3}\\.){3}\\d{1,3}|\\[[0-9A-Fa-f:.]+\\])(?::\\d*)?$";
  return `regexp_extract(${url}.a, '${host}', 1)`;
}

/** Format specifier, such as `%-10s` or `%,.2f`. */
const SPECIFIER = /%(?:(\d+)\$)?([-+ 0,(#]*)(\d+)?(?:\.(\d+))?([A-Za-z%])/g;

/** Writes a string formatted with a Java format string and values. */
function formatted([first]: string[], args: Argument[]): string {
  const pattern = literalOf(args[0], "The format of format");
  const values = args.slice(1);
  const pieces: string[] = [];
  let next = 0;
  let end = 0;
  for (const match of pattern.matchAll(SPECIFIER)) {
    const [whole, position, flags = "", width, precision, letter = ""] = match;
    const text = pattern.slice(end, match.index);
    if (text.includes("%")) break;
    if (text !== "") pieces.push(literal(text));
    end = match.index + whole.length;
    if (letter === "%" || letter === "n") {
      pieces.push(literal(letter === "n" ? "\n" : "%"));
      continue;
    }
    const value = values[position ? Number(position) - 1 : next++];
    if (!value) throw new Refusal(`The format has no value for ${whole}`);
    const options: Options = {
      whole,
      flags,
      letter,
      width: width ? Number(width) : 0,
      ...(precision && { precision: Number(precision) }),
    };
    pieces.push(padded(specified(value, options), options));
  }
  const rest = pattern.slice(end);
  if (rest.includes("%")) throw new Refusal(`This part of the format is not available: ${shortValue(rest)}`);
  if (rest !== "" || pieces.length === 0) pieces.push(literal(rest));
  return first === "NULL" ? "CAST(NULL AS VARCHAR)" : pieces.join(" || ");
}

interface Options {
  whole: string;
  flags: string;
  letter: string;
  width: number;
  precision?: number;
}

const MAX_WIDTH = 1_000;

function padded(sql: string, { flags, width, whole }: Options): string {
  if (width > MAX_WIDTH) throw new Refusal(`The width of ${whole} must be at most ${MAX_WIDTH}`);
  if (width === 0) return sql;
  return bindSql(
    [sql],
    (text) =>
      `CASE WHEN length(${text}) < ${width} THEN ${flags.includes("-") ? "rpad" : "lpad"}(${text}, ${width}, ' ') ELSE ${text} END`,
  );
}

function specified(value: Argument, options: Options): string {
  const { letter, flags, whole, precision } = options;
  const { type } = value;
  const wrong = new Refusal(`${whole} in a format does not accept ${typeText(type)}. Cast the value`);
  const only = (allowed: string): void => {
    if ([...flags].some((flag) => !allowed.includes(flag)))
      throw new Refusal(`${whole} in a format is not available`);
  };
  const missing = literal("null".slice(0, precision));
  const orNull = (write: (x: string) => string): string =>
    type.name === "unknown"
      ? missing
      : bindSql([value.sql], (x) => `CASE WHEN ${x} IS NULL THEN ${missing} ELSE ${write(x)} END`);
  switch (letter) {
    case "s":
    case "S": {
      only("-");
      const text = orNull((x) => javaText(x, type, wrong));
      const cut = precision === undefined ? text : `(${text})[:${precision}]`;
      return letter === "S" ? `upper(${cut})` : `${cut}`;
    }
    case "b":
      only("-");
      if (type.name !== "boolean" || precision !== undefined) throw wrong;
      return `CASE WHEN ${value.sql} THEN 'true' ELSE 'false' END`;
    case "d":
      only("-+ 0,");
      if ((!isInteger(type) && type.name !== "unknown") || precision !== undefined) throw wrong;
      return orNull((x) => signed(x, `CAST(abs(CAST(${x} AS HUGEINT)) AS VARCHAR)`, options));
    case "x":
    case "X":
      only("-");
      if (!isInteger(type) || precision !== undefined) throw wrong;
      return orNull((x) => `${letter === "x" ? "lower" : "upper"}(hex(CAST(${x} AS BIGINT)))`);
    case "f": {
      only("-+ 0,");
      const digits = precision ?? 6;
      if ((!isFloating(type) && type.name !== "decimal") || digits > 37) throw wrong;
      return orNull((x) => {
        const rounded = isFloating(type)
          ? decimalSql(`CAST(abs(${x}) AS DOUBLE)`, decimalType(38, digits))
          : `CAST(ltrim(CAST(${x} AS VARCHAR), '-') AS DECIMAL(38, ${digits}))`;
        const number = signed(x, `CAST(${rounded} AS VARCHAR)`, options);
        if (!isFloating(type)) return number;
        return `CASE WHEN isnan(${x}) THEN 'NaN' WHEN isinf(${x}) THEN CASE WHEN ${x} < 0 THEN '-Infinity' ELSE '${flags.includes("+") ? "+" : ""}Infinity' END ELSE ${number} END`;
      });
    }
    case "e":
    case "E": {
      only("-");
      const digits = precision ?? 6;
      if ((!isFloating(type) && type.name !== "decimal") || digits > 15) throw wrong;
      return orNull((x) => {
        const text = scientificText(`CAST(${x} AS DOUBLE)`, digits);
        const cased = letter === "E" ? `upper(${text})` : text;
        return `CASE WHEN isnan(CAST(${x} AS DOUBLE)) THEN 'NaN' WHEN isinf(CAST(${x} AS DOUBLE)) THEN CASE WHEN ${x} < 0 THEN '-Infinity' ELSE 'Infinity' END ELSE ${cased} END`;
      });
    }
    default:
      throw new Refusal(`${whole} in a format is not available`);
  }
}

/** Writes a double as 1.235e+04. Half a digit is rounded away from zero, based on the shortest representation of the number. */
function scientificText(x: string, digits: number): string {
  // All digits that a double can have, so that no number is rounded twice.
  return bindSql([`format('{:.16e}', abs(${x}))`, `CAST(abs(${x}) AS VARCHAR)`], (exact, short) => {
    const exponent = `CAST(split_part(${exact}, 'e', 2) AS INTEGER)`;
    const significant = `ltrim(replace(split_part(${short}, 'e', 1), '.', ''), '0')`;
    const scaled = `CAST(rpad(nullif(${significant}, ''), 18, '0')[:18] AS HUGEINT)`;
    const unit = `${10n ** BigInt(17 - digits)}::HUGEINT`;
    return bindSql([`coalesce((${scaled} + ${unit} // 2) // ${unit}, 0)`, exponent], (whole, power) => {
      const isCarried = `${whole} >= ${10n ** BigInt(digits + 1)}`;
      const number = `lpad(CAST(CASE WHEN ${isCarried} THEN ${whole} // 10 ELSE ${whole} END AS VARCHAR), ${digits + 1}, '0')`;
      const exponentShown = `CASE WHEN ${isCarried} THEN ${power} + 1 ELSE ${power} END`;
      const fraction = digits === 0 ? "" : ` || '.' || ${number}[2:]`;
      return `CASE WHEN ${x} < 0 THEN '-' ELSE '' END || ${number}[1]${fraction} || 'e' || CASE WHEN ${exponentShown} < 0 THEN '-' ELSE '+' END || lpad(CAST(abs(${exponentShown}) AS VARCHAR), CAST(greatest(2, length(CAST(abs(${exponentShown}) AS VARCHAR))) AS INTEGER), '0')`;
    });
  });
}

/** Writes a number's sign and digits, grouped and zero-padded according to the flags. */
function signed(x: string, digits: string, { flags, width }: Options): string {
  const positive = flags.includes("+") ? "'+'" : flags.includes(" ") ? "' '" : "''";
  const whole = (text: string): string =>
    `reverse(rtrim(regexp_replace(reverse(split_part(${text}, '.', 1)), '(\\d{3})', '\\1,', 'g'), ','))`;
  const grouped = flags.includes(",")
    ? bindSql(
        [digits],
        (text) =>
          `${whole(text)} || CASE WHEN contains(${text}, '.') THEN '.' || split_part(${text}, '.', 2) ELSE '' END`,
      )
    : digits;
  return bindSql([grouped, `CASE WHEN ${x} < 0 THEN '-' ELSE ${positive} END`], (text, sign) => {
    if (!flags.includes("0")) return `${sign} || ${text}`;
    return `${sign} || CASE WHEN length(${sign}) + length(${text}) < ${width} THEN lpad(${text}, CAST(${width} - length(${sign}) AS INTEGER), '0') ELSE ${text} END`;
  });
}
