import { Refusal } from "../sqlError.ts";
import { bindSql } from "../types/bindSql.ts";
import { decimalText, doubleText } from "../types/jsonText.ts";
import { rounded, toMicroseconds, withinMicrosecond } from "../types/picoseconds.ts";
import { shortestReal } from "../types/realSql.ts";
import { textSql } from "../types/textSql.ts";
import { isFine, type Type } from "../types/type.ts";

/** Writes a time of picoseconds as Java does, which has nanoseconds. */
function fineJavaText(x: string, type: Type): string {
  return bindSql([rounded(x, type, 9)], (v) => {
    const plain = javaText(toMicroseconds(v, type), { ...type, size: 6 }, new Refusal(""));
    const full = `replace(${textSql(v, { ...type, size: 9 })}, ' ', 'T')`;
    return `CASE WHEN ${withinMicrosecond(v)} < 1000 THEN ${plain} ELSE ${full} END`;
  });
}

/** Writes a value as the toString method of its Java class does. */
export function javaText(x: string, type: Type, wrong: Refusal): string {
  switch (type.name) {
    case "double":
      return doubleText(x);
    case "real":
      return doubleText(shortestReal(x));
    case "decimal":
      return decimalText(x, type);
    case "timestamp":
    case "time": {
      if (isFine(type)) return fineJavaText(x, type);
      const clock = type.name === "time" ? `(DATE '1970-01-01' + ${x})` : x;
      const day = type.name === "time" ? "''" : `strftime(${clock}, '%Y-%m-%dT')`;
      const fraction = `CASE WHEN microsecond(${clock}) % 1000000 = 0 THEN '' WHEN microsecond(${clock}) % 1000 = 0 THEN strftime(${clock}, '.%g') ELSE strftime(${clock}, '.%f') END`;
      return `${day} || strftime(${clock}, '%H:%M') || CASE WHEN microsecond(${clock}) % 60000000 = 0 AND second(${clock}) = 0 THEN '' ELSE strftime(${clock}, ':%S') || ${fraction} END`;
    }
    case "timestamp with time zone":
      throw wrong;
    default: {
      const text =
        type.of || type.name === "varbinary" ? undefined : type.name === "json" ? x : textSql(x, type);
      if (text === undefined) throw wrong;
      return text;
    }
  }
}
