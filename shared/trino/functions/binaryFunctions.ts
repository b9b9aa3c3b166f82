import { bindSql } from "#shared/trino/types/bindSql.ts";
import { ownError } from "#shared/trino/types/ownError.ts";
import { type FunctionTable, scalar, template } from "./functionKinds.ts";

export const BINARY_SIGNATURES = `
from_base64url:varchar:bytes
from_big_endian_64:bytes:bigint
to_base64url:bytes:varchar
to_big_endian_64:bigint:bytes
from_utf8:bytes:varchar
md5 sha1 sha256:bytes:bytes
`;

export const binaryFunctions: FunctionTable = {
  from_base64: scalar(
    1,
    1,
    ([x], [text]) => `from_base64(${text?.type.name === "varbinary" ? `decode(${x})` : x})`,
  ),
  from_base64url: template("from_base64(translate($1, '-_', '+/'))"),
  from_big_endian_64: scalar(1, 1, ([x], _, context) =>
    bindSql([`${x}`], (b) => {
      const unsigned = `CAST(CAST('0x' || hex(${b}) AS UBIGINT) AS HUGEINT)`;
      const fail = context.inTry ? "NULL" : ownError("from_big_endian_64 takes 8 bytes");
      return `CASE WHEN ${b} IS NULL THEN NULL WHEN octet_length(${b}) = 8 THEN CAST(CASE WHEN ${unsigned} > 9223372036854775807 THEN ${unsigned} - 18446744073709551616 ELSE ${unsigned} END AS BIGINT) ELSE ${fail} END`;
    }),
  ),
  from_hex: scalar(1, 1, ([x], [text]) => `unhex(${text?.type.name === "varbinary" ? `decode(${x})` : x})`),
  from_utf8: template("decode($1)"),
  md5: template("unhex(md5($1))"),
  sha1: template("unhex(sha1($1))"),
  sha256: template("unhex(sha256($1))"),
  to_base64: template("to_base64($1)"),
  to_base64url: template("translate(to_base64($1), '+/', '-_')"),
  to_big_endian_64: template("unhex(lpad(hex($1), 16, '0'))"),
  to_hex: template("hex($1)"),
  to_utf8: template("encode($1)"),
};
