import { expectInvalid } from "../expectations.ts";
import { type Rule, rule, testedRule } from "../rule.ts";
import { create, NOWHERE, PARAMETERS } from "../taskBodies.ts";

const DATA = "Clients: Tasks and their data";
const LISTS =
  "A dataset, homologs, controls, `source` and `assemblies` may be one table source or a list of up to 50: all rows, one source after the other, with columns matched by name. A column that a source does not have is null. Different types of a column result in a 422 that names both. `data_snapshots` has an entry for each source, such as `dataset.0`.";
const NESTED =
  "A column of a `LITERAL` contains strings, numbers, booleans, lists (ARRAY) or objects (STRUCT), and null for missing values. A value that differs in type from those above it results in a 422 that names the row and column.";
const PAIRS =
  "Sequences of two chains (`vh` and `vl`, and the kinds `VHVL`, `VH_VL`, `VHVL_SAMPLER` and `VHVL_SCORER`) are not supported yet: a 422 says so.";
const PROPOSED =
  "A column in a load may have the name of the file's column, even if SQL does not allow it, such as `Tm (C)`. The response has the proposed name and the `source_name`.";

const LIST_TEST = "test/functions/sourceLists.test.ts";
const TEST = "test/functions/compatibility.test.ts";

export const compatibilityRules: readonly Rule[] = [
  testedRule(
    DATA,
    LISTS,
    "a data set can be a list of sources, whose columns are matched by name",
    LIST_TEST,
  ),
  testedRule(
    DATA,
    LISTS,
    "different types of a column in a list of sources are a 422 that names both",
    LIST_TEST,
  ),
  testedRule(DATA, LISTS, "homologs, controls, candidates and assemblies can be lists of sources", LIST_TEST),
  rule(DATA, LISTS, "an empty list of sources is refused", async (site) => {
    const parameters = { ...PARAMETERS["analyze.data/v2"](NOWHERE), dataset: [] };
    expectInvalid(await create(site, "analyze.data/v2", parameters), "body", "parameters", "dataset");
  }),
  testedRule(
    DATA,
    NESTED,
    "rows of a request may hold lists and structures, which SQL reads as such",
    LIST_TEST,
  ),
  testedRule(
    DATA,
    PAIRS,
    "a request with two chains is a 422 that says that two chains are not supported yet",
    TEST,
  ),
  testedRule(
    "Clients: Loads and tables",
    PROPOSED,
    "a load may name its columns as in the file; the response proposes names for SQL, which the rows have",
    TEST,
  ),
];
