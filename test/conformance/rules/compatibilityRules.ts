import { expect } from "vitest";
import type { OperationName } from "#functions/operations.ts";
import type { TaskType } from "#shared/domain/tasks/task.ts";
import { expectInvalid, expectRefused, expectSuccess } from "../expectations.ts";
import { operationRule, type Rule, rule, testedRule } from "../rule.ts";
import { create, MONOMER, NOWHERE, PARAMETERS } from "../taskBodies.ts";

const DATA = "Clients: Tasks and their data";
const LISTS =
  "A dataset, homologs, controls, `source` and `assemblies` may be one table source or a list of up to 50: all rows, one source after the other, with columns matched by name. A column that a source does not have is null. Different types of a column result in a 422 that names both. `data_snapshots` has an entry for each source, such as `dataset.0`.";
const NESTED =
  "A column of a `LITERAL` contains strings, numbers, booleans, lists (ARRAY) or objects (STRUCT), and null for missing values. A value that differs in type from those above it results in a 422 that names the row and column.";
const PAIRS =
  "An assembly or a reference is `{monomer}` or `{vh, vl}`, for the variable domains of a heavy and a light chain. One of the two may be null (single-domain antibodies, light chains alone). Kinds are then `VHVL`, `VHVL_SAMPLER` and `VHVL_SCORER`; the models of a training have the kind `VH_VL`.";
const PAIR_TABLES =
  "With two chains, rows have the columns `vh` and `vl`, or those that `sequence_column: {vh, vl}` names. A row without a chain of the reference is not used. Result tables have `vh`, `vl`, `parent_vh` and `parent_vl`, mutations such as `H:A23G L:S93T`, and ranges have the keys `vh` and `vl`, each counted from the start of its chain.";
const PAIR_KINDS =
  "A kind, a range or a model that does not match the chains of the sequences results in a 422.";
const REGIONS =
  "A place in requirements and `discourage_mutations` also accepts `{region, scheme}`, such as `CDR-H3` in IMGT, KABAT or CHOTHIA, or `FR` for all frameworks. The task shows the `ranges` that it resolved to.";
const LIABILITIES =
  "`forbid_liabilities` of a MODEL_BASED generator lists kinds of motifs that designs do not have, except where the template has them at positions that do not mutate.";
const PAIR_STRUCTURES =
  "A `structure` of a training run with two chains must show both; of several antibodies, the chains that touch each other are used. Tables of `substitutions` then have a column `chain`, and `within` of another `{chain}` resolves to ranges of both.";
const PAIR_STRUCTURE_TEST = "test/functions/pairStructures.test.ts";
const NUMBERS =
  '`antibody:number` numbers the variable domains of up to 200 `proteins` (`{"vh", "vl"}` or `{"monomer"}`) in the `scheme` IMGT, KABAT or CHOTHIA, and stores nothing. If the operator provides germline genes, each domain has the closest `v_gene` and `j_gene` with their `identity`; otherwise, both are null.';
const PROPOSED =
  "A column in a load may have the name of the file's column, even if SQL does not allow it, such as `Tm (C)`. The response has the proposed name and the `source_name`.";

const VERSION_ONE =
  "`train/v1`, `diversify/v1`, `engineer/v1` and `select/v1` are accepted, run like version 2, and their result has the fields of version 1. `engineer/v1` adds up the `num_results` of its templates.";
const NO_COUNTERPART =
  "`domain_features`, `clustered_batches`, `custom_predictors` and any `protein_model_type` but MONOMER have no counterpart in version 2: a 422 names them.";
const AS_SENT =
  "A task shows the fields of its parameters that were sent, without defaults or nulls for the others; ids are strings.";

const TAGS =
  "`version_id`, `from` and `to` accept the id of a data version or a tag, in queries, downloads, comparisons and the table sources of tasks.";
const ANY_FORMAT =
  "`query:result` accepts any `format`. Formats other than the stored one are computed again from the data version that the query read, within the time of `data:query`.";
const NO_PICTURE =
  "`picture_file_id` of a workspace is always null. Setting it results in a 422 that says so.";
const SAME_NAME =
  "Several projects can have the same name. The response to `project:create` then has `warnings` that name an active one.";
const PLACEHOLDERS = "A 404 never contains a placeholder such as `{workspace}`.";

const LIST_TEST = "test/functions/sourceLists.test.ts";
const V1_TEST = "test/functions/earlierTasks.test.ts";
const TEST = "test/functions/compatibility.test.ts";
const PAIR_TEST = "test/functions/twoChains.test.ts";

const table = { kind: "TABLE", table: NOWHERE.table };
const objective = { assay_id: "fitness", direction: "MAXIMIZE" };
const assays = [{ assay_id: "fitness", name: "Fitness", unit: "a.u.", scale_type: "ADDITIVE" }];
const template = { template_id: "t", sequence: MONOMER, num_results: 2 };
const VERSION_ONE_TASKS: readonly [OperationName, TaskType, object][] = [
  ["createTrainV1", "train/v1", { dataset: table, assays, primary_objective: objective }],
  ["createDiversifyV1", "diversify/v1", { template_sequence: template, homologs: table }],
  [
    "createEngineerV1",
    "engineer/v1",
    {
      dataset: table,
      assays,
      primary_objective: objective,
      samplers: [{ artifact_id: NOWHERE.sampler }],
      scorer: { artifact_id: NOWHERE.scorer },
      template_sequences: [template],
    },
  ],
  [
    "createSelectV1",
    "select/v1",
    {
      sequences: table,
      objective,
      selection_method: { assayed_sequences: table },
      max_num_sequences_to_select: 2,
    },
  ],
];

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
    "rows of a request may contain lists and structures, which SQL reads as such",
    LIST_TEST,
  ),
  testedRule(DATA, PAIRS, "a training run with columns vh and vl returns models of kind VH_VL", PAIR_TEST),
  testedRule(
    DATA,
    PAIRS,
    "one of the chains may be null, and rows without the other are not used",
    PAIR_TEST,
  ),
  testedRule(
    DATA,
    PAIR_TABLES,
    "designs of two chains have columns vh and vl, and mutations with their chain",
    PAIR_TEST,
  ),
  testedRule(
    DATA,
    REGIONS,
    "regions are resolved to residues that the task shows, and designs keep them",
    PAIR_TEST,
  ),
  testedRule(
    DATA,
    LIABILITIES,
    "an antibody goes from a spreadsheet of both chains to designs on a plate, and to a second round",
    "test/journeys/antibody.test.ts",
  ),
  testedRule(
    DATA,
    PAIR_STRUCTURES,
    "a training matches both chains and scores the substitutions of each",
    PAIR_STRUCTURE_TEST,
  ),
  testedRule(
    DATA,
    PAIR_STRUCTURES,
    "designs keep the residues of one chain that are near the other",
    PAIR_STRUCTURE_TEST,
  ),
  testedRule(
    DATA,
    NUMBERS,
    "each chain of an antibody is compared with germline genes, in any numbering scheme",
    "test/functions/germlines.test.ts",
  ),
  operationRule(
    "numberAntibodies",
    DATA,
    NUMBERS,
    "a heavy chain has the numbers and regions of the scheme, and no genes without a file of the operator",
    async (site) => {
      const heavy =
        "EVQLVESGGGLVQPGGSLRLSCAASGFNIKDTYIHWVRQAPGKGLEWVARIYPTNGYTRYADSVKGRFTISADTSKNTAYLQMNSLRAEDTAVYYCSRWGGDGFYAMDYWGQGTLVTVSS";
      const body = { proteins: [{ vh: heavy, vl: null }], scheme: "KABAT" };
      expect(expectSuccess(await site.post("/antibody:number", body))).toMatchObject({
        scheme: "KABAT",
        proteins: [{ domains: [{ type: "HEAVY", regions: { CDR1: "DTYIH" }, v_gene: null, j_gene: null }] }],
      });
    },
  ),
  testedRule(DATA, PAIR_KINDS, "the service refuses a kind for one chain with two chains", PAIR_TEST),
  ...VERSION_ONE_TASKS.map(([operation, type, parameters]) =>
    operationRule(
      operation,
      "Clients: Tasks",
      VERSION_ONE,
      `${type} is accepted as valid, and an unknown table is a 404`,
      async (site) => {
        expectRefused(await create(site, type, parameters), 404, "table_not_found");
      },
    ),
  ),
  ...[
    "train/v1 returns its models and the tables of its predictions",
    "diversify/v1 learns from homologs and avoids blocked letters and motifs",
    "engineer/v1 improves several templates within its constraints",
    "select/v1 selects by predictions, or by measured values",
  ].map((behavior) => testedRule("Clients: Tasks", VERSION_ONE, behavior, V1_TEST)),
  testedRule(
    "Clients: Tasks",
    NO_COUNTERPART,
    "a feature without a counterpart in version 2 is refused with a 422 that names it",
    V1_TEST,
  ),
  testedRule(DATA, AS_SENT, "parameters are returned as they were sent", TEST),
  testedRule(
    "Clients: Versions and row origins",
    TAGS,
    "a version_id may be a tag, wherever a version is accepted",
    TEST,
  ),
  testedRule(
    "Clients: Long-running queries",
    ANY_FORMAT,
    "the result of a query has any format, with the rows that the query read",
    TEST,
  ),
  testedRule(
    "Clients: Staff and workspaces",
    NO_PICTURE,
    "a workspace cannot have a picture, and a sentence says so",
    TEST,
  ),
  testedRule(
    "Clients: Names and strings",
    SAME_NAME,
    "a project with a name that exists is created, and warnings name the other project",
    TEST,
  ),
  testedRule("Clients: Addresses", PLACEHOLDERS, "a 404 never contains a placeholder", TEST),
  testedRule(
    "Clients: Loads and tables",
    PROPOSED,
    "a load may name its columns as in the file; the response proposes names for SQL, which the rows have",
    TEST,
  ),
];
