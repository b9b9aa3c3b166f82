import pandas
import pytest

import pdp
from pdp._order_results import join_results

PARENT = "MKTAYIAKQRQISFVKSHFSRQLEERLGLIEVQ"
#: Part of a plasmid, without repeats.
BACKBONE = (
    "GCTTGATCCGGCTGCTAACAAAGCCCGAAAGGAAGCTGAGTTGGCTGCTGCCACCGCTGAGCAATAACTAGCATAACCCCTTGGGGCCTCTAAACGGGTCTTGAGG"
    "GGTTTTTTGCTGAAAGGAGGAACTATATCCGGATTGGCGAATGGGACGCGCCCTGTAGCGGCGCATTAAGCGCGGCGGGTGTGGTGGTTACGCGCAGCGTGACCGC"
)
DESIGNS = [{"sequence": f"M{letter}{PARENT[2:]}", "parent": PARENT} for letter in "AC"]


def test_an_order_is_stored_listed_and_written_as_dna(project, tmp_path):
    order = project.create_order("plate", DESIGNS, plate=96, controls={"parent": 2, "blank": 1}, free_edge=True)
    assert [(well["well"], well["name"]) for well in order.wells] == [
        ("B02", "D001"),
        ("B03", "D002"),
        ("G09", "reference"),
        ("G10", "reference"),
        ("G11", "blank"),
    ]
    [listed] = [one for one in project.orders() if one.id == order.id]
    assert listed.data.wells is None and listed.wells == order.wells
    dna = order.dna("e_coli", avoid=["BsaI"], gc=(0.3, 0.7), stop_codon="TAA")
    assert list(dna.sequences) == ["D001", "D002", "reference"] and dna.problems == {}
    for bases in dna.sequences.values():
        assert bases.startswith("ATG") and bases.endswith("TAA") and len(bases) == 3 * len(PARENT) + 3
        assert "GGTCTC" not in bases and "GAGACC" not in bases
    assert dna.csv(tmp_path / "dna.csv") == (tmp_path / "dna.csv").read_text()
    assert order.dna("e_coli", avoid=["BsaI"], gc=(0.3, 0.7), stop_codon="TAA").sequences == dna.sequences
    order.archive()
    assert order.id not in [one.id for one in project.orders()]


def test_results_of_a_reader_are_joined_with_the_layout_and_start_the_next_round(lab, project):
    order = project.create_order("results", DESIGNS, plate=96, controls={"parent": 1, "blank": 1})
    wells = {well["name"]: well["well"] for well in order.wells}
    measured = [{"well": well.replace("0", ""), "od": at + 0.5} for at, well in enumerate(wells.values())]
    with pytest.warns(UserWarning, match="they are dropped: D6[.]"):
        joined = order.join([*measured, {"well": "D6", "od": 9.0}])
    assert [(row["name"], row["role"], row["mutations"], row["od"]) for row in joined] == [
        ("D001", "design", None, 0.5),
        ("D002", "design", None, 1.5),
        ("reference", "parent", "WT", 2.5),
        ("blank", "blank", None, 3.5),
    ]
    assert joined[0]["sequence"] == DESIGNS[0]["sequence"] and joined[3]["sequence"] is None
    project.load([row for row in joined if row["sequence"]], into="order_results", progress=False)
    assert lab.sql("SELECT count(*) AS n FROM order_results WHERE sequence IS NOT NULL").rows() == [{"n": 3}]
    with pytest.raises(ValueError, match="None of the measured wells"):
        order.join({"well": ["D6"], "od": [1.0]})
    with pytest.raises(ValueError, match="no column \"well\""):
        order.join({"position": ["A1"]})


def test_plates_of_results_have_the_numbers_or_the_order_of_the_layout():
    wells = [
        {"plate": plate, "well": "A01", "name": f"D{plate}", "role": "DESIGN", "mutations": "", "sequence": "MK"}
        for plate in (1, 2)
    ]
    both = [{"plate": name, "well": "a1", "name": "x"} for name in ("run 5, plate 2", "run 5, plate 1")]
    rows = join_results(wells, both)
    assert [(row["plate"], row["name"], row["name (measured)"]) for row in rows] == [(2, "D2", "x"), (1, "D1", "x")]
    named = [{"plate": name, "well": "A1"} for name in ("first", "second")]
    assert [row["plate"] for row in join_results(wells, named)] == [1, 2]
    with pytest.raises(ValueError, match="'first', 'second', 'third', and the order has 1, 2"):
        join_results(wells, [*named, {"plate": "third", "well": "A1"}])


def test_measured_wells_that_the_order_leaves_empty_are_named():
    wells = [{"plate": 1, "well": "A1", "name": "D1", "role": "DESIGN", "mutations": "", "sequence": "MK"}]
    measured = [{"plate": 1, "well": well} for well in ("A1", "B01", "B2", "B3", "B4", "B5", "B6", "B6")]
    with pytest.warns(UserWarning, match="they are dropped: B1, B2, B3, B4, B5 and 1 more[.]"):
        assert len(join_results(wells, measured)) == 1


def test_plates_that_pandas_reads_as_floats_keep_their_numbers():
    wells = [
        {"plate": plate, "well": "A01", "name": f"D{plate}", "role": "DESIGN", "mutations": "", "sequence": "MK"}
        for plate in (1, 2)
    ]
    for plates in ([2.0, 1.0], ["2.0", "1.0"], [2, 1], pandas.Series([2, 1, None])[:2]):
        rows = join_results(wells, [{"plate": plate, "well": "A1"} for plate in plates])
        assert [row["name"] for row in rows] == ["D2", "D1"]
    # A row without a plate is not on any of several plates, whatever stands for a missing value.
    for missing in (None, float("nan"), pandas.NA, ""):
        rows = [{"plate": plate, "well": "A1"} for plate in (2.0, 1.0, missing)]
        with pytest.raises(ValueError, match="have the plates '2', '1', '', and the order has 1, 2"):
            join_results(wells, rows)
    only = [one for one in wells if one["plate"] == 1]
    assert [row["name"] for row in join_results(only, [{"plate": float("nan"), "well": "A1"}])] == ["D1"]


def test_impossible_wishes_are_named_with_the_position(project):
    order = project.create_order("short", query="SELECT 'MMW' AS sequence")
    dna = order.dna("human", avoid=["ATGTGG"], vendor="IDT")
    assert dna.sequences == {} and "Residue 3 (W)" in dna.problems["D001"] and "IDT" in dna.note
    with pytest.raises(pdp.ApiError, match="neither a known restriction enzyme"):
        order.dna("human", avoid=["BsaII"])


def test_primers_and_dna_contain_the_degenerate_codons_of_a_library(project, tmp_path):
    order = project.create_order("primers", DESIGNS)
    codon = dict(zip("ACDEFGHIKLMNPQRSTVWY", map("".join, zip(*[iter("GCGTGCGATGAATTTGGCCATATTAAACTGATGAACCCGCAGCGTAGCACCGTGTGGTAT")] * 3)), strict=True))
    template = tmp_path / "plasmid.fasta"
    template.write_text(f">plasmid\n{''.join(codon[letter] for letter in PARENT)}TAA{BACKBONE}\n")
    primers = order.primers(template, "e_coli", library={"positions": "5;6", "codons": "NNK;NDT"}, format=96)
    assert primers.problems == {} and [one["name"] for one in primers.designs] == ["D001", "D002", "library"]
    assert primers.sequences["library-F1"].startswith("NNKNDT")
    assert primers.csv(tmp_path / "primers.csv").splitlines()[0] == "name,sequence,plate,well"
    overlapping = order.primers(template, "e_coli", method="overlapping")
    assert overlapping.problems == {} and "library" not in repr(overlapping)
    dna = order.dna("e_coli", library={5: "NNK"})
    assert dna.sequences["library"][12:15] == "NNK"


def test_an_order_needs_one_source_and_plates_for_controls(project):
    with pytest.raises(ValueError, match="either designs or query"):
        project.create_order("none")
    with pytest.raises(ValueError, match="require plates"):
        project.create_order("list", DESIGNS, controls={"blank": 1})
