import { expect } from "vitest";
import { expectInvalid, expectRefused, expectSuccess } from "../expectations.ts";
import { newProject, newRound, UNKNOWN } from "../given.ts";
import { operationRule, type Rule } from "../rule.ts";
import type { Site } from "../site.ts";

const ORDERS = "Clients: Orders and structures";
const CREATE =
  "`project/order:create` reads designs and stores a layout: plate, well, name, role and sequence. Each plate has its controls.";
const GET = "`project/order:get` returns an order with its layout.";
const LIST =
  "`project/order:list` lists the orders of the workspace, of a project with its rounds, or of a round; archived ones only with `include_archived`.";
const ARCHIVE =
  "`project/order:archive` hides an order from lists, `project/order:unarchive` shows it again.";
const DNA =
  "`project/order:dna` writes each protein of an order as DNA without avoided sites on either strand, or names the position of a constraint that cannot be met.";

const PRIMERS =
  "`project/order:primers` designs mutagenesis primers for each design of an order. Each reaction is simulated: the primers anneal at one site of the template and make exactly the requested change.";

const DESIGNS = { kind: "LITERAL", rows: [{ sequence: "MKTAYIAK" }, { sequence: "MKTAYIAR" }] };

/** Plasmid that codes for the parent MKTAYIAW. */
const PLASMID =
  "ATGAAGACCGCGTACATTGCGTGGTAAGCTTGATCCGGCTGCTAACAAAGCCCGAAAGGAAGCTGAGTTGGCTGCTGCCACCGCTGAGCAATAACTAGCATAACCCCTTGGGGCCTCTAAACGGGTCTTGAGGGGTTTTTTGCTGAAAGGAGGAACTATATCCGGATTGGCGAATGGGACGCGCCCTGTAGCGGCGCATTAAGCGCGGCGGGTGTGGTGGTTACGCGCAGCGTGACCGCTACACTTGCCAGCG";

async function newOrder(site: Site, changes: object = {}) {
  const { id: project_id } = await newProject(site);
  const body = { project_id, name: "plate", designs: DESIGNS, ...changes };
  return expectSuccess(await site.post("/project/order:create", body));
}

async function idsIn(site: Site, query: string): Promise<string[]> {
  const page = expectSuccess(await site.get(`/project/order:list?limit=1000&${query}`));
  for (const order of page.items) expect(order).not.toHaveProperty("wells");
  return page.items.map(({ id }: { id: string }) => id);
}

export const orderRules: readonly Rule[] = [
  operationRule(
    "createOrder",
    ORDERS,
    CREATE,
    "an order places designs and controls on a plate",
    async (site) => {
      const plates = [{ format: 96, controls: [{ kind: "BLANK", replicates: 2 }] }];
      const { wells } = await newOrder(site, { plates });
      expect(wells.map(({ well, role }: { well: string; role: string }) => [well, role])).toEqual([
        ["A01", "DESIGN"],
        ["A02", "DESIGN"],
        ["H11", "BLANK"],
        ["H12", "BLANK"],
      ]);
      const body = { project_id: UNKNOWN, name: "plate", designs: DESIGNS };
      expectRefused(await site.post("/project/order:create", body), 404, "project_not_found");
    },
  ),
  operationRule("getOrder", ORDERS, GET, "an order is shown with its layout", async (site) => {
    const order = await newOrder(site);
    expect(expectSuccess(await site.get(`/project/order:get?id=${order.id}`))).toEqual(order);
    expectRefused(await site.get(`/project/order:get?id=${UNKNOWN}`), 404, "order_not_found");
  }),
  operationRule("listOrders", ORDERS, LIST, "orders are listed by project and round", async (site) => {
    const { id: project_id } = await newProject(site);
    const { id: round_id } = await newRound(site, { project_id });
    const ofProject = await newOrder(site, { project_id });
    const ofRound = await newOrder(site, { project_id, round_id });
    expect(await idsIn(site, `project_id=${project_id}`)).toEqual([ofProject.id, ofRound.id]);
    expect(await idsIn(site, `round_id=${round_id}`)).toEqual([ofRound.id]);
    expect(await idsIn(site, "")).toEqual(expect.arrayContaining([ofProject.id, ofRound.id]));
  }),
  operationRule("archiveOrder", ORDERS, ARCHIVE, "an archived order is not listed", async (site) => {
    const { id, project_id } = await newOrder(site);
    const archived = expectSuccess(await site.post(`/project/order:archive?id=${id}`));
    expect(archived.archived_at).not.toBeNull();
    expect(await idsIn(site, `project_id=${project_id}`)).toEqual([]);
    expect(await idsIn(site, `project_id=${project_id}&include_archived=true`)).toEqual([id]);
    expectRefused(await site.post(`/project/order:archive?id=${id}`), 409, "order_archived");
  }),
  operationRule("unarchiveOrder", ORDERS, ARCHIVE, "an unarchived order is listed again", async (site) => {
    const { id, project_id } = await newOrder(site);
    expectSuccess(await site.post(`/project/order:archive?id=${id}`));
    expectSuccess(await site.post(`/project/order:unarchive?id=${id}`));
    expect(await idsIn(site, `project_id=${project_id}`)).toEqual([id]);
    expectInvalid(await site.post(`/project/order:unarchive?id=${id}`), "query", "id");
  }),
  operationRule("writeOrderDna", ORDERS, DNA, "the proteins of an order are written as DNA", async (site) => {
    const { id } = await newOrder(site);
    const wishes = { host: "E_COLI", avoid: ["BsaI"], stop_codon: "TAA" };
    const { rows } = expectSuccess(await site.post(`/project/order:dna?id=${id}`, wishes));
    expect(rows.map(({ name }: { name: string }) => name)).toEqual(["D001", "D002"]);
    for (const { dna } of rows) expect(dna).toMatch(/^ATG(?!.*(GGTCTC|GAGACC)).*TAA$/);
    expectRefused(await site.post(`/project/order:dna?id=${UNKNOWN}`, wishes), 404, "order_not_found");
    expectInvalid(await site.post(`/project/order:dna?id=${id}`, {}), "body", "host");
  }),
  operationRule("writeOrderPrimers", ORDERS, PRIMERS, "designs get mutagenesis primers", async (site) => {
    const rows = DESIGNS.rows.map((row) => ({ ...row, parent: "MKTAYIAW" }));
    const { id } = await newOrder(site, { designs: { kind: "LITERAL", rows } });
    const request = { host: "E_COLI", template: PLASMID };
    const path = `/project/order:primers?id=${id}`;
    const { designs, primers } = expectSuccess(await site.post(path, request));
    expect(designs.map(({ name, problem }: { name: string; problem: null }) => [name, problem])).toEqual([
      ["D001", null],
      ["D002", null],
    ]);
    // Both designs change the same codon, so they share the reverse primer.
    expect(primers.map(({ name }: { name: string }) => name)).toEqual(["D001-F1", "D001-R1", "D002-F1"]);
    expectInvalid(await site.post(path, { ...request, template: "ATG" }), "body", "template");
    expectRefused(await site.post(`/project/order:primers?id=${UNKNOWN}`, request), 404, "order_not_found");
  }),
];
