import { lines } from "./samples.ts";

/** Functions and literals in the most recent addition. */
export const additions: string[] = lines(String.raw`
  SELECT version() = '435', current_catalog IS NULL, current_schema
  SELECT typeof(version()), typeof(current_catalog), typeof(current_schema)
  SELECT typeof(current_timestamp(6)), typeof(current_timestamp(0)), typeof(localtimestamp(6)), typeof(localtime(6)), typeof(current_timestamp(3))
  SELECT current_timestamp(6) >= current_timestamp(0), date_diff('second', current_timestamp(2), current_timestamp(6)), localtimestamp(0) <= localtimestamp(6)
  SELECT second(current_timestamp(0)) - second(current_timestamp(6)), millisecond(current_timestamp(0))
  SELECT U&'\0041\+01F600b''c', U&'a!0041!!' UESCAPE '!', U&''
  SELECT typeof(U&'\0041'), u&'caf\00e9', length(U&'\+01F600'), U&'\\', 'x' || U&'\0041'
  SELECT U&'\00G1'
  SELECT U&'\D800'
  SELECT U&'a\'
  SELECT UUID '12151fd2-7586-11e9-8f9e-2a86e4085a59', typeof(UUID '12151fd2-7586-11e9-8f9e-2a86e4085a59')
  SELECT UUID '12151FD2-7586-11e9-8f9e-2a86e4085a59' = CAST('12151fd2-7586-11e9-8f9e-2a86e4085a59' AS uuid)
  SELECT UUID 'x'
  SELECT contains_sequence(ARRAY[1,2,3,4], ARRAY[2,3]), contains_sequence(ARRAY[1,2,3], ARRAY[1,3]), contains_sequence(ARRAY[1], ARRAY[]), contains_sequence(ARRAY[], ARRAY[1]), contains_sequence(ARRAY[], ARRAY[])
  SELECT contains_sequence(ARRAY[1,NULL,3], ARRAY[NULL,3]), contains_sequence(ARRAY[1,NULL,3], ARRAY[NULL]), contains_sequence(NULL, ARRAY[1]), contains_sequence(ARRAY[1], NULL), contains_sequence(ARRAY[1,2], ARRAY[1.0,2])
  SELECT contains_sequence(ARRAY[nan()], ARRAY[nan()]), contains_sequence(ARRAY['a','b','a','c'], ARRAY['a','c']), contains_sequence(ARRAY[ARRAY[1],ARRAY[2]], ARRAY[ARRAY[2]])
  SELECT id, contains_sequence(sites, ARRAY[6]), contains_sequence(sites, ARRAY[2, 6]), contains_sequence(regexp_extract_all(sequence, '.'), ARRAY['V', 'L']) FROM variants ORDER BY id
  SELECT contains_sequence(ARRAY[1], 1)
  SELECT contains_sequence(ARRAY[1], ARRAY['a'])
  SELECT regexp_position('aXbXc', 'X', 3), regexp_position('aXbXc', 'X', 1, 2), regexp_position('aXbXc', 'X', 2, 1), regexp_position('aXbXc', 'X', 3, 2), regexp_position('aXbXc', 'X', 1, 3)
  SELECT regexp_position('aaaa', 'aa', 1, 2), regexp_position('aaaa', 'aa', 2, 2), regexp_position('abc', '', 1), regexp_position('abc', '^b', 2), regexp_position('abc', '\bb', 2), regexp_position('abc', 'c$', 2)
  SELECT regexp_position('abc', 'c', 10), regexp_position('abc', 'c', 3), regexp_position('abc', 'c', 4), regexp_position('', 'c', 1), regexp_position(NULL, 'c', 1), regexp_position('abc', 'c', NULL), regexp_position('éXèX', 'X', 3)
  SELECT regexp_position('aaa', 'a+', 1, 2), regexp_position('a1b22c333', '\d+', 1, 3), regexp_position('a1b22c333', '\d+', 4, 2), regexp_position('x.y.z', '[.]', 3, 1)
  SELECT regexp_position('abc', 'c', 0)
  SELECT regexp_position('abc', 'c', 1, 0)
  SELECT id, regexp_position(sequence, 'A', 5), regexp_position(sequence, '[AV]', 1, 2), regexp_position(mutations, '\d', 3) FROM variants ORDER BY id
`);
