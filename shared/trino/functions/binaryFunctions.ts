import { bindSql } from "../types/bindSql.ts";
import { DOUBLE, duckdbType, REAL } from "../types/type.ts";
import { type FunctionTable, failSql, type ScalarFunction, scalar, template } from "./functionKinds.ts";

export const BINARY_SIGNATURES = `
crc32:bytes:bigint
from_base32 from_base64 from_base64url from_hex:varchar:bytes|bytes:bytes
from_big_endian_32:bytes:integer
from_big_endian_64:bytes:bigint
from_ieee754_32:bytes:real
from_ieee754_64:bytes:double
from_utf8:bytes:varchar
hmac_md5 hmac_sha1 hmac_sha256 hmac_sha512:bytes,bytes:bytes
md5 sha1 sha256 sha512 xxhash64:bytes:bytes
parse_data_size:varchar:@dataSize
to_base32 to_base64 to_base64url to_hex:bytes:varchar
to_big_endian_32:integer:bytes
to_big_endian_64:bigint:bytes
to_ieee754_32:real:bytes
to_ieee754_64:double:bytes
to_utf8:varchar:bytes
`;

const NOT_HEXADECIMAL = "A string is not hexadecimal. from_hex requires two digits per byte";

/** Returns a decoder of text or of the bytes of a string. */
function decoder(write: (text: string, fail: (sentence: string) => string) => string): ScalarFunction {
  return scalar(1, 1, ([x], [given], context) =>
    bindSql([given?.type.name === "varbinary" ? `decode(${x})` : `${x}`], (text) =>
      write(text, (sentence) => failSql(sentence, context)),
    ),
  );
}

function fromBigEndian(bits: 32 | 64): ScalarFunction {
  const type = bits === 32 ? "INTEGER" : "BIGINT";
  const range = 2n ** BigInt(bits);
  return scalar(1, 1, ([x], _, context) =>
    bindSql([`${x}`], (b) => {
      const unsigned = `CAST(CAST('0x' || hex(${b}) AS UBIGINT) AS HUGEINT)`;
      const signed = `CASE WHEN ${unsigned} >= ${range / 2n} THEN ${unsigned} - ${range} ELSE ${unsigned} END`;
      const fail = failSql(`from_big_endian_${bits} takes ${bits / 8} bytes`, context);
      return `CASE WHEN ${b} IS NULL THEN NULL WHEN octet_length(${b}) = ${bits / 8} THEN CAST(${signed} AS ${type}) ELSE ${fail} END`;
    }),
  );
}

const hmac = (algorithm: string): ScalarFunction =>
  template(`unhex(trino_hmac('${algorithm}', hex($1), hex($2)))`);

export const binaryFunctions: FunctionTable = {
  crc32: template("trino_crc32(hex($1))"),
  from_base32: decoder((text) => `unhex(trino_from_base32(${text}))`),
  from_base64: decoder((text) => `from_base64(${text})`),
  from_base64url: decoder((text) => `from_base64(translate(${text}, '-_', '+/'))`),
  from_big_endian_32: fromBigEndian(32),
  from_big_endian_64: fromBigEndian(64),
  from_hex: decoder(
    (text, fail) =>
      `CASE WHEN ${text} IS NULL THEN NULL WHEN regexp_full_match(${text}, '([0-9a-fA-F]{2})*') THEN unhex(${text}) ELSE ${fail(NOT_HEXADECIMAL)} END`,
  ),
  from_ieee754_32: template(`CAST(trino_from_ieee754(hex($1), 32) AS ${duckdbType(REAL)})`),
  from_ieee754_64: template(`CAST(trino_from_ieee754(hex($1), 64) AS ${duckdbType(DOUBLE)})`),
  from_utf8: template("decode($1)"),
  hmac_md5: hmac("md5"),
  hmac_sha1: hmac("sha1"),
  hmac_sha256: hmac("sha256"),
  hmac_sha512: hmac("sha512"),
  md5: template("unhex(md5($1))"),
  parse_data_size: template("CAST(trino_parse_data_size($1) AS DECIMAL(38, 0))"),
  sha1: template("unhex(sha1($1))"),
  sha256: template("unhex(sha256($1))"),
  sha512: template("unhex(trino_hash('sha512', hex($1)))"),
  to_base32: template("trino_to_base32(hex($1))"),
  to_base64: template("to_base64($1)"),
  to_base64url: template("translate(to_base64($1), '+/', '-_')"),
  to_big_endian_32: template("unhex(right(lpad(hex(CAST($1 AS BIGINT)), 16, '0'), 8))"),
  to_big_endian_64: template("unhex(lpad(hex($1), 16, '0'))"),
  to_hex: template("hex($1)"),
  to_ieee754_32: template("unhex(trino_to_ieee754(CAST($1 AS VARCHAR), 32))"),
  to_ieee754_64: template("unhex(trino_to_ieee754(CAST($1 AS VARCHAR), 64))"),
  to_utf8: template("encode($1)"),
  xxhash64: template("unhex(trino_xxhash64(hex($1)))"),
};
