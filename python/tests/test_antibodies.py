"""A campaign with an antibody: both chains from a file, designs in the CDRs, an order, and a second round."""

import pytest

VH = "QVQLVQSGAEVKKPGASVKVSCKASGYTFTSYYMHWVRQAPGQGLEWMGIINPSGGSTSYAQKFQGRVTMTRDTSTSTVYMELSSLRSEDTAVYYCARDYYGSSYWYFDVWGQGTLVTVSS"
VL = "EIVLTQSPATLSLSPGERATLSCRASQSVSSYLAWYQQKPGQAPRLLIYDASNRATGIPARFSGSGSGTDFTLTISSLEPEDFAVYYCQQRSNWPPTFGQGTKVEIK"
LETTERS = "AEFKLQRSTVWY"


def mutate(chain, site, letter):
    return chain[:site] + letter + chain[site + 1 :]


def rows():
    for at in range(48):
        heavy = mutate(VH, (31, 99, 103)[at % 3], LETTERS[at % 12])
        light = mutate(VL, (30, 91)[at % 2], LETTERS[(5 * at) % 12])
        yield f"mAb-{at},{heavy},{light},{8 + (at % 12) / 20 + (5 * at % 12) / 30:.3f}"


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_an_antibody_goes_from_a_file_to_a_second_round(lab, project, tmp_path):
    path = tmp_path / "binders.csv"
    path.write_text("clone,hc_protein,lc_protein,p_kd\n" + "\n".join(rows()) + "\n")
    project.load(path, into="mabs")
    models = project.train("mabs", reference=f"{VH}/{VL}", assays=["p_kd"], seed=1).wait()
    designs = project.engineer(
        models,
        maximize="p_kd",
        n=6,
        mutations=3,
        protect={"vh": [range(1, 20)], "vl": [1]},
        protect_regions=["FR"],
        forbid=["deamidation"],
        every_position=True,
        seed=1,
    ).wait()
    picked = designs.pick()
    assert len(picked) == 6
    for design in picked:
        heavy, light = design.sequence.split("/")
        assert (heavy[:25], light[:25]) == (VH[:25], VL[:25])
    order = designs.order(tmp_path / "order.csv")
    assert order.splitlines()[0].startswith("name,mutations,vh,vl,")
    assert designs.fasta().count(">") == 12
    second = tmp_path / "second.csv"
    measured = (",".join([f"D{one.rank:03d}", *one.sequence.split("/"), "9.1"]) for one in picked)
    second.write_text("clone,hc_protein,lc_protein,p_kd\n" + "\n".join(measured) + "\n")
    project.load(second, into="mabs")
    again = project.train("mabs", reference=f"{VH}/{VL}", assays=["p_kd"], seed=1).wait()
    assert again.data.result["models"]["kind"] == "VH_VL"


def test_antibodies_are_numbered_in_any_scheme(lab):
    proteins = [f"{VH}/{VL}", VH, "MKTAYIAKQRQISFVKSHFSRQLEERLGLIEV"] * 80
    found = lab.number_antibodies(proteins, scheme="CHOTHIA")
    assert [len(domains) for domains in found] == [2, 1, 0] * 80
    heavy, light = found[0]
    assert (heavy["chain"], heavy["type"], light["type"]) == ("vh", "HEAVY", "KAPPA")
    assert heavy["regions"]["CDR2"] == "NPSGGS"
    assert "52A" in heavy["numbers"] and heavy["v_gene"] is None
