import { overEdges, selects } from "./samples.ts";

const UNARY =
  "length upper lower trim ltrim rtrim reverse codepoint chr normalize to_utf8 md5 sha1 sha256 sha512 xxhash64 crc32 to_hex from_hex to_base64 from_base64 to_base64url soundex url_encode url_decode word_stem typeof json_parse json_format json_array_length json_size is_json_scalar hamming_distance from_utf8".split(
    " ",
  );
const TYPES = "boolean integer double decimal varchar char date array row map json varbinary null".split(" ");

export const text: string[] = [
  ...UNARY.flatMap((name) => overEdges((value) => `${name}(${value})`, TYPES)),
  ...overEdges((value) => `${value} || 'x'`, TYPES),
  ...overEdges((value) => `substr(${value}, 2)`, TYPES),
  ...overEdges((value) => `concat(${value}, 'y')`, TYPES),
  ...overEdges((value) => `concat_ws('-', ${value}, 'y')`, TYPES),
  ...overEdges((value) => `strpos(${value}, 'a')`, TYPES),
  ...overEdges((value) => `lpad(${value}, 5, 'xy')`, TYPES),
  ...overEdges((value) => `format('%s', ${value})`),
  ...selects(`
    upper('ß'), upper('straße'), lower('İ'), upper('ŉ'), upper('ﬁ'), lower('ΑΣ'), upper('ı'), lower('ẞ')
    reverse('e\u0301a'), reverse('😀a'), reverse('日本'), reverse('')
    replace('abc', '', 'y'), replace('', '', 'y'), replace('abc', 'b'), replace('aaa', 'aa', 'b'), replace('abc', 'x', 'y'), replace('日本', '本', 'x')
    length('😀'), length('e\u0301'), length(''), length(CAST('ab' AS char(5))), length(X'6566')
    length(5)
    substr('hello', 2), substr('hello', 2, 3), substr('hello', -3), substr('hello', -3, 2), substr('hello', 0), substr('hello', 9), substr('hello', -9), substr('hello', 2, -1), substr('hello', 2, 100), substr('日本語', 2, 1)
    substring('hello' FROM 2), substring('hello' FROM 2 FOR 2), substring('hello', 2, 2)
    substr(CAST('ab' AS char(5)), 2), substr(X'656667', 2)
    substr('hello', 1.5)
    trim('  a '), ltrim('  a '), rtrim('  a '), trim('xxaxx', 'x'), trim(BOTH 'x' FROM 'xxaxx'), trim(LEADING 'x' FROM 'xxaxx'), trim(TRAILING FROM 'a  '), trim(chr(9) || 'a' || chr(10)), trim(chr(160) || 'a'), trim('abcba', 'ab')
    lpad('a', 3, 'xy'), rpad('a', 4, 'xy'), lpad('abc', 2, 'x'), lpad('日', 3, '本'), rpad('', 2, 'ab'), lpad('a', 0, 'x')
    lpad('a', 3, '')
    lpad('a', -1, 'x')
    lpad('a', 3)
    position('b' IN 'abc'), position('' IN 'abc'), position('z' IN 'abc'), position('本' IN '日本')
    strpos('abcabc', 'c'), strpos('abcabc', 'c', 2), strpos('abcabc', 'c', -1), strpos('', ''), strpos('abc', ''), strpos('😀a', 'a')
    strpos('abc', 'c', 0)
    split('a,b,,c', ','), split('a,b,c', ',', 2), split('', ','), split('abc', 'abc'), split('aXbX', 'X'), split('a.b', '.')
    split('abc', '')
    split('a,b', ',', 0)
    split_part('a,b,c', ',', 2), split_part('a,b', ',', 5), split_part('', ',', 1), split_part('abc', ',', 1)
    split_part('abc', '', 1)
    split_part('a,b', ',', 0)
    split_to_map('a=1,b=2', ',', '='), split_to_multimap('a=1,a=2', ',', '=')
    split_to_map('a=1,a=2', ',', '=')
    split_to_map('a,b=2', ',', '=')
    concat('a', 'b', 'c'), concat('a', NULL), concat(ARRAY[1], ARRAY[2]), concat(X'65', X'66'), concat(CAST('a' AS char(3)), CAST('b' AS char(2)))
    concat('a')
    concat('a', 1)
    concat_ws(',', 'a', NULL, 'b'), concat_ws(',', ARRAY['a', NULL, 'b']), concat_ws(NULL, 'a'), concat_ws(',', '')
    concat_ws(',', 1, 2)
    starts_with('abc', 'ab'), starts_with('abc', ''), ends_with('abc', 'bc'), starts_with(NULL, 'a')
    chr(65), chr(8364), chr(128512), codepoint('€'), codepoint('😀')
    chr(-1)
    chr(1114112)
    codepoint('ab')
    translate('abcd', 'ab', 'x'), translate('abc', '', 'x'), translate('aaa', 'aa', 'xy'), translate('日本', '本', '木'), translate('abc', 'abc', '')
    levenshtein_distance('kitten', 'sitting'), levenshtein_distance('', 'abc'), levenshtein_distance('é', 'e'), levenshtein_distance('日本', '日')
    hamming_distance('abc', 'abd'), hamming_distance('é', 'e'), hamming_distance('', '')
    hamming_distance('abc', 'ab')
    soundex('Robert'), soundex('a'), soundex('Tymczak')
    soundex('é')
    normalize('e\u0301'), normalize('é', NFD), length(normalize('é', NFD)), normalize('ﬁ', NFKC)
    luhn_check('79927398713'), luhn_check('79927398714')
    luhn_check('abcd')
    word_stem('running'), word_stem('generalizations'), word_stem('laufen', 'de')
    to_utf8('é'), from_utf8(X'C3A9'), from_utf8(X'FF'), from_utf8(X'FF', '?'), to_hex(X'0AFF'), from_hex('0aFF')
    from_hex('0')
    from_hex('zz')
    to_base64(X'0AFF01'), from_base64('Cv8B'), to_base64url(X'FBFF'), from_base64url('-_8'), to_base32(X'0AFF'), from_base32('BL7Q====')
    from_base64('%')
    md5(to_utf8('a')), sha1(to_utf8('a')), sha256(to_utf8('a')), sha512(to_utf8('a')), to_hex(md5(to_utf8('')))
    lower(to_hex(sha256(to_utf8('MKV')))), to_hex(xxhash64(to_utf8('a'))), crc32(to_utf8('a')), to_hex(spooky_hash_v2_64(to_utf8('a'))), to_hex(murmur3(to_utf8('a')))
    to_hex(hmac_md5(to_utf8('a'), to_utf8('k'))), to_hex(hmac_sha256(to_utf8('a'), to_utf8('k')))
    to_big_endian_64(1), from_big_endian_64(X'0000000000000001'), to_ieee754_64(1e0), from_ieee754_64(X'3FF0000000000000'), to_big_endian_32(1), to_ieee754_32(REAL '1')
    md5('a')
    to_hex('a')
    format('%s-%s', 'a', 1), format('%5d|%-5d|%05d', 1, 2, 3), format('%.2f', 1.005e0), format('%.2f', 2.5), format('%,d', 1234567), format('%x', 255), format('%%'), format('%s', NULL)
    format('%e', 12345.678e0), format('%10.3e|%g', 1e0, 0.0001e0), format('%b %s', true, DATE '2024-01-01'), format('%2$s %1$s', 'a', 'b'), format('%c', 'a')
    format('%d', 'a')
    format('%d', 1.5)
    format('%s %s', 1)
    format('%tY', TIMESTAMP '2024-01-01 00:00:00')
    format_number(123456), format_number(1000000), format_number(1234.5e0), parse_data_size('1MB'), human_readable_seconds(3661)
    url_extract_host('https://a.b:80/c?d=e#f'), url_extract_port('https://a.b:80/c'), url_extract_path('https://a.b/c/d?e'), url_extract_query('http://a/?x=1&y=2'), url_extract_parameter('http://a/?x=1&y=2', 'y'), url_extract_protocol('http://a'), url_extract_fragment('http://a#b')
    url_encode('a b&ü'), url_decode('a+b%26'), url_encode('*-._~')
    bar(0.5, 5)
    typeof(upper('abc')), typeof(substr('abc', 1)), typeof(trim('abc')), typeof(concat('a','b')), typeof(replace('abc','b','xyz')), typeof(split('a,b',',')), typeof(lpad('a',5,'x')), typeof(reverse('abc')), typeof(chr(65)), typeof(length('a'))
    CAST('a' AS char(2)) || CAST('b' AS char(2)), CAST('a' AS char(2)) = 'a', CAST('a' AS char(2)) < 'b', upper(CAST('ab' AS char(3))), typeof(upper(CAST('ab' AS char(3))))
    'a' || 'b' || 'c', 'x' || CAST(1 AS varchar), '' || '', 'é' || 'à'
    length(NULL), upper(NULL), concat(NULL, NULL), substr(NULL, 1), replace('a', NULL, 'b'), lpad(NULL, 2, 'x')
    LENGTH('a'), Upper('b')
    left('abc', 2)
    right('abc', 2)
    len('abc')
    ifnull(1, 2)
    nvl(1, 2)
    instr('abc', 'b')
    repeat('ab', 3), repeat(1, 3), repeat(NULL, 2), repeat('a', 0)
    repeat('a', -1)
    repeat('a', 10001)
    initcap('abc')
    string_agg('a', ',')
    to_char(DATE '2024-01-01', 'yyyy'), to_date('2024-01-01', 'yyyy-mm-dd'), to_timestamp('2024-01-01', 'yyyy-mm-dd')
    to_date('20240101', 'yyyymmdd')
    uuid() = uuid(), typeof(uuid())
    current_user = current_user, typeof(current_user), version()
    current_catalog, current_schema
  `),
];
