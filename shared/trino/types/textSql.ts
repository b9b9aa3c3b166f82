import { bindSql } from "./bindSql.ts";
import { localClock, toMicroseconds, withinMicrosecond } from "./picoseconds.ts";
import { shortestReal } from "./realSql.ts";
import { localSql } from "./timeZones.ts";
import { isFine, isInteger, TIME_WITH_ZONE, type Type } from "./type.ts";

const ZONED = "timestamp with time zone";

/** Writes a value as text in Trino's format; undefined for types without a text format. */
export function textSql(sql: string, type: Type): string | undefined {
  if (isFine(type)) return fineText(sql, type);
  if (isInteger(type)) return `CAST(${sql} AS VARCHAR)`;
  switch (type.name) {
    case "decimal": {
      // DuckDB omits the zero before the decimal point of a decimal that has only fractional digits.
      const { size = 38, scale = 0 } = type;
      if (size > scale || size === 38) return `CAST(${sql} AS VARCHAR)`;
      return `CAST(CAST(${sql} AS DECIMAL(${size + 1}, ${scale})) AS VARCHAR)`;
    }
    case "boolean":
    case "date":
      return `CAST(${sql} AS VARCHAR)`;
    case "varchar":
    case "char":
    case "uuid":
      return sql;
    case "real":
      // Trino writes seven digits, although a REAL may need nine.
      return scientific(`format('{:.6e}', ${shortestReal(sql)})`);
    case "double":
      return bindSql([sql], doubleText);
    case "time":
      return `strftime(DATE '1970-01-01' + ${sql}, ${timeFormat("%H:%M:%S", type)})${cut(type)}`;
    case "timestamp":
      return `strftime(${sql}, ${timeFormat("%Y-%m-%d %H:%M:%S", type)})${cut(type)}`;
    case "timestamp with time zone":
      return `(${textSql(localSql(sql, type), { name: "timestamp", size: type.size ?? 3 })} || ' ${type.zone}')`;
    case "interval day to second":
      return bound(sql, (i) => {
        const a = `abs(${i})`;
        const two = (part: string): string => `lpad(CAST(${part} AS VARCHAR), 2, '0')`;
        return `CASE WHEN ${i} < 0 THEN '-' ELSE '' END || ${a} // 86400000 || ' ' || ${two(`${a} // 3600000 % 24`)} || ':' || ${two(`${a} // 60000 % 60`)} || ':' || ${two(`${a} // 1000 % 60`)} || '.' || lpad(CAST(${a} % 1000 AS VARCHAR), 3, '0')`;
      });
    case "interval year to month":
      return bound(
        sql,
        (i) => `CASE WHEN ${i} < 0 THEN '-' ELSE '' END || abs(${i}) // 12 || '-' || abs(${i}) % 12`,
      );
    default:
      return undefined;
  }
}

/** Writes a time of more than six digits, or with a zone, as text. */
function fineText(sql: string, type: Type): string {
  const { size = 3, zone } = type;
  if (type.name === TIME_WITH_ZONE) {
    const plain: Type = { name: "time", size: 12 };
    return `(${fineText(localClock(sql, type), plain)}[:${size > 0 ? 9 + size : 8}] || '${zone}')`;
  }
  return bindSql([sql], (v) => {
    const plain = toMicroseconds(v, type);
    const isZoned = type.name === ZONED;
    const local: Type = { name: isZoned ? "timestamp" : type.name, size: 6 };
    const text = textSql(isZoned ? localSql(plain, type) : plain, local);
    const rest = `lpad(CAST(${withinMicrosecond(v)} AS VARCHAR), 6, '0')[:${size - 6}]`;
    return `(${text} || ${rest}${isZoned ? ` || ' ${zone}'` : ""})`;
  });
}

/** Writes an expression that uses a value several times but computes it only once. */
export function bound(sql: string, write: (name: string) => string): string {
  return `list_transform([${sql}], lambda "__s": ${write('"__s"')})[1]`;
}

function timeFormat(format: string, { size }: Type): string {
  return size ? `'${format}.%f'` : `'${format}'`;
}

/** Truncates six fractional-second digits to the precision of the type. */
function cut({ size = 0 }: Type): string {
  return size > 0 && size < 6 ? `[:${size - 7}]` : "";
}

/**
 * Writes a DOUBLE's text with one digit before the decimal point, as in 1.5E0. Between a thousandth and 10^15, DuckDB writes
 * no exponent, so moving the digits costs less.
 */
function doubleText(x: string): string {
  const plain = bindSql([`CAST(abs(${x}) AS VARCHAR)`], (s) =>
    bindSql([`trim(replace(${s}, '.', ''), '0')`], (digits) => {
      const rest = `CASE WHEN length(${digits}) = 1 THEN '0' ELSE substr(${digits}, 2) END`;
      const exponent = `CASE WHEN ${s}[1] = '0' THEN length(${digits}) - length(${s}) + 1 ELSE strpos(${s}, '.') - 2 END`;
      return `CASE WHEN ${x} < 0 THEN '-' ELSE '' END || ${digits}[1] || '.' || ${rest} || 'E' || CAST(${exponent} AS VARCHAR)`;
    }),
  );
  return `CASE WHEN abs(${x}) BETWEEN 1e-3::DOUBLE AND 1e15::DOUBLE THEN ${plain} ELSE ${scientific(`CAST(${x} AS VARCHAR)`)} END`;
}

/** Writes a floating-point number's text with one digit before the decimal point, as in 1.5E0. */
function scientific(text: string): string {
  return bound(text, (s) => {
    const mantissa = `split_part(ltrim(${s}, '-'), 'e', 1)`;
    const digits = `replace(${mantissa}, '.', '')`;
    const significant = `trim(${digits}, '0')`;
    const exponent =
      `strpos(${mantissa} || '.', '.') - 2 - length(${digits}) + length(ltrim(${digits}, '0')) + ` +
      `coalesce(TRY_CAST(replace(split_part(${s}, 'e', 2), '+', '') AS INTEGER), 0)`;
    const sign = `CASE WHEN ${s}[1] = '-' THEN '-' ELSE '' END`;
    const number =
      `${sign} || ${significant}[1] || '.' || coalesce(nullif(substr(${significant}, 2), ''), '0') || 'E' || ` +
      `CAST(${exponent} AS VARCHAR)`;
    return (
      `CASE WHEN ltrim(${s}, '-') = '5e-324' THEN replace(${s}, '5e', '4.9E') WHEN ltrim(${s}, '-') = 'nan' THEN 'NaN' WHEN ltrim(${s}, '-') = 'inf' THEN ${sign} || 'Infinity' ` +
      `WHEN ${significant} = '' THEN ${sign} || '0E0' ELSE ${number} END`
    );
  });
}
