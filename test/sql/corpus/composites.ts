import { lines } from "./samples.ts";

/** Order of arrays and rows that contain NULL or NaN. */
export const composites = lines(`
  SELECT ARRAY[1, NULL] < ARRAY[2, 3], ROW(1, NULL) < ROW(2, 3), ARRAY[1, 2] <= ARRAY[1, 2], ROW(1, 2) >= ROW(1, 2), ROW(1, 2) > ROW(1, 2), ARRAY[1] < ARRAY[1, NULL], ARRAY[2] > ARRAY[1, NULL]
  SELECT ARRAY[1, NULL] < ARRAY[1, 3]
  SELECT ROW(NULL, 1) < ROW(2, 3)
  SELECT ARRAY[ROW(1, 'a'), ROW(2, NULL)] > ARRAY[ROW(1, 'a'), ROW(1, 'z')], ROW(ARRAY[1, 2], 1) < ROW(ARRAY[1, 3], NULL)
  SELECT ARRAY[ROW(1, NULL)] > ARRAY[ROW(1, 'z')]
  SELECT x < ARRAY[2], x >= ARRAY[2] FROM (VALUES ARRAY[1, NULL], NULL, ARRAY[], ARRAY[2, 5]) t(x) ORDER BY cardinality(x)
  SELECT greatest(ROW(nan(), 1), ROW(2e0, 5)), least(ROW(nan(), 1), ROW(2e0, 5)), greatest(ARRAY[1e0, nan()], ARRAY[1e0, 2e0], ARRAY[1e0]), least(ARRAY[1e0, nan()], ARRAY[1e0, 2e0])
  SELECT array_max(ARRAY[ROW(nan(), 1), ROW(nan(), 2)]), array_min(ARRAY[ARRAY[nan()], ARRAY[infinity()]]), array_max(ARRAY[ARRAY[nan()], ARRAY[-infinity()]]), array_max(ARRAY[NULL, ROW(nan())])
  SELECT max(x), min(x) FROM (VALUES ROW(nan()), ROW(1e0), ROW(2e0), NULL) t(x)
  SELECT max(x), min(x) FROM (VALUES ARRAY[nan()], ARRAY[1e0, nan()], ARRAY[1e0]) t(x)
  SELECT g, max(x), min(x) FROM (VALUES (1, ROW(nan())), (1, ROW(1e0)), (2, ROW(nan()))) t(g, x) GROUP BY g ORDER BY g
  SELECT max_by(v, x), min_by(v, x) FROM (VALUES ('n', ROW(nan())), ('a', ROW(1e0)), ('b', ROW(2e0)), ('c', NULL)) t(v, x)
  SELECT k, max(x) OVER (ORDER BY k) FROM (VALUES (1, ROW(nan())), (2, ROW(1e0)), (3, ROW(0e0))) t(k, x) ORDER BY k
  SELECT max(x, 2), min(x, 2) FROM (VALUES ROW(nan()), ROW(1e0), ROW(2e0)) t(x)
  SELECT array_sort(ARRAY[ROW(nan()), ROW(1e0)]), array_sort(ARRAY[ARRAY[nan(), 1e0], ARRAY[2e0]])
  SELECT x FROM (VALUES ROW(nan()), ROW(1e0), ROW(2e0)) t(x) ORDER BY x
  SELECT x FROM (VALUES ROW(nan()), ROW(1e0), ROW(2e0)) t(x) ORDER BY x DESC
  SELECT ROW(nan()) < ROW(1e0), ROW(1e0) < ROW(nan()), ROW(nan()) <= ROW(nan()), ARRAY[nan()] > ARRAY[1e0], ARRAY[nan()] >= ARRAY[nan()], ROW(nan()) = ROW(nan())
  SELECT ROW(nan(), 1) < ROW(nan(), 2), ARRAY[nan(), 1e0] < ARRAY[nan(), 2e0]
  SELECT ROW(1, 2) BETWEEN ROW(1, 1) AND ROW(2, NULL), ARRAY[1, 5] BETWEEN ARRAY[1] AND ARRAY[2, NULL]
`);
