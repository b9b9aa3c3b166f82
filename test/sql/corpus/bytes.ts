import { lines } from "./samples.ts";

/** Functions on bytes, and edge cases in which a wrong value was returned without an error. */
export const bytes = lines(String.raw`
  SELECT to_hex(sha512(to_utf8('MKTAYIAK'))), to_hex(sha512(X'')), sha512(NULL)
  SELECT to_hex(hmac_md5(to_utf8('MKT'), to_utf8('key'))), to_hex(hmac_sha1(to_utf8('MKT'), to_utf8('key')))
  SELECT to_hex(hmac_sha256(X'', X'01')), to_hex(hmac_sha512(to_utf8('MKT'), X'00')), hmac_sha256(NULL, X'00')
  SELECT crc32(to_utf8('MKTAYIAK')), crc32(X''), crc32(NULL)
  SELECT to_base32(to_utf8('M')), to_base32(to_utf8('MKTAY')), to_base32(to_utf8('MKTAYIA')), to_base32(X''), to_base32(X'FF00')
  SELECT from_base32('JVFVIQKZ'), from_base32('JU======'), from_base32(''), from_base32(to_utf8('JVFVIQKZ'))
  SELECT from_base32('1')
  SELECT to_hex(to_ieee754_32(REAL '0.15625')), to_hex(to_ieee754_32(REAL '-0.0')), to_hex(to_ieee754_64(nan())), to_hex(to_ieee754_64(-infinity())), to_hex(to_ieee754_64(1e-320))
  SELECT from_ieee754_32(X'3E200000'), from_ieee754_64(X'C010000000000000'), from_ieee754_64(X'7FF0000000000000'), from_ieee754_32(NULL)
  SELECT from_ieee754_64(X'00')
  SELECT to_hex(to_big_endian_32(1)), to_hex(to_big_endian_32(-2)), from_big_endian_32(X'FFFFFFFE'), from_big_endian_32(X'7FFFFFFF'), typeof(from_big_endian_32(X'00000000'))
  SELECT from_big_endian_32(X'0000')
  SELECT parse_data_size('3.5kB'), parse_data_size('0B'), parse_data_size('1.23456MB'), parse_data_size('2YB'), typeof(parse_data_size('1B'))
  SELECT parse_data_size('3 kB')
  SELECT parse_data_size('3XB')
  SELECT from_hex('fff')
  SELECT from_hex('fg')
  SELECT from_hex(to_utf8('0aFF')), from_base64(to_utf8('TUtU')), from_base64url(to_utf8('TUtU')), from_hex(NULL)
  SELECT to_hex(substr(X'0102030405', 2)), to_hex(substr(X'0102030405', -2)), to_hex(substr(X'0102030405', 2, 2)), to_hex(substr(X'0102', 0)), to_hex(substring(X'010203' FROM 2 FOR 1))
  SELECT to_hex(lpad(X'01', 3, X'AABB')), to_hex(rpad(X'01', 4, X'AABB')), to_hex(lpad(X'010203', 2, X'AA')), to_hex(rpad(X'010203', 0, X'AA'))
  SELECT to_hex(reverse(X'010203')), to_hex(reverse(X'')), reverse(CAST(NULL AS varbinary))
  SELECT combinations(ARRAY[1, 2, 3, 4], 3), combinations(ARRAY['b', 'a', 'c'], 2), combinations(ARRAY[1, 2], 3), combinations(ARRAY[3, 1], 1)
  SELECT regexp_replace('V29A;A34P', '([A-Z])(\d+)([A-Z])', m -> IF(m[1] = 'V', CAST(NULL AS varchar), m[3])), regexp_replace('V29A', '(\d+)(x)?', m -> m[2]), regexp_replace('V29A', 'x', m -> CAST(NULL AS varchar))
  SELECT regexp_replace('V29A', '\d', '\')
  SELECT round(2147483647, -18), round(BIGINT '9223372036854775807', -18), round(SMALLINT '3', -7)
  SELECT round(5, -19)
  SELECT round(0, -19)
  SELECT round(BIGINT '5', -30)
  SELECT rtrim(CAST('abc def' AS char(7)), 'def'), length(ltrim(CAST('  ab ' AS char(5)))), trim(CAST('xabx ' AS char(5)), 'x')
  SELECT split_part('', '', 1), split_part('ab', '', 2), split_part('ab', '', 3), split_part('', ',', 1)
  SELECT ROW(0) IN (VALUES 1, NULL), ROW(1) IN (VALUES 1, NULL), ROW(0) IN (VALUES 1, 2), ROW(NULL) IN (VALUES 1)
  SELECT id, lag(id, NULL) OVER (ORDER BY id) FROM variants
  SELECT array_agg(a) OVER (ORDER BY a ROWS x PRECEDING) FROM (VALUES (1, 1), (2, NULL)) t(a, x)
  SELECT a, array_agg(a) OVER (ORDER BY a ROWS x PRECEDING) FROM (VALUES (1, 1), (2, 0), (3, 2)) t(a, x) ORDER BY a
  SELECT a, sum(a) OVER (ORDER BY a RANGE BETWEEN x PRECEDING AND 1.5e0 FOLLOWING) FROM (VALUES (1e0, 1e0), (2e0, 0e0), (4e0, 2e0)) t(a, x) ORDER BY a
  SELECT a, count(*) OVER (ORDER BY a GROUPS BETWEEN x PRECEDING AND CURRENT ROW) FROM (VALUES (1, 1), (1, 0), (4, 2)) t(a, x) ORDER BY a, x
  SELECT CAST(2.34e20 AS decimal(20, 0))
  SELECT CAST(x AS decimal(5, 2)) FROM (VALUES -1e3) t(x)
  SELECT TRY(CAST(x AS decimal(3, 1))), TRY(CAST(x * 1e25 AS decimal(20, 0))) FROM (VALUES 99.94e0, 99.96e0, -99.95e0) t(x) ORDER BY 1
  SELECT CAST(JSON '[1.5, 123456789.123456]' AS array(decimal(18, 6))), CAST(JSON '{"a": "1234567890123456789.5"}' AS map(varchar, decimal(21, 1)))
  SELECT from_unixtime(0, 15, 0)
  SELECT from_unixtime(0, 13, 59), from_unixtime(0, -14, 0)
`);
