import pytest

from pdp._orders import (
    mutations_between,
    number_text,
    order_csv,
    order_fasta,
    order_rows,
    pick_designs,
    plate_csv,
    plate_wells,
    plates,
    read_designs,
    renumber,
)

NAMES = {"wells": "wells", "fill": "fill", "freeEdge": "free_edge", "controlWells": "control_wells"}


def test_files_match_the_vectors_shared_by_all_clients(vectors):
    designs = read_designs(vectors["designs"])
    order = order_rows(designs, reference=True, best_so_far=vectors["bestSoFar"])
    assert order_csv(order_rows(designs)) == "\n".join(vectors["order"])
    assert order_fasta(order) == "\n".join(vectors["fasta"])
    pairs = vectors["pairs"]
    rows = order_rows(read_designs(pairs["designs"]), best_so_far=pairs["bestSoFar"])
    assert order_csv(rows) == "\n".join(pairs["order"])
    assert order_fasta(rows) == "\n".join(pairs["fasta"])
    assert plate_csv(plates(rows, wells=96)) == "\n".join(pairs["plate"])
    for one in vectors["plates"]:
        wells = plates(order, **{NAMES[name]: value for name, value in one["options"].items()})
        if one["csv"]:
            assert plate_csv(wells) == "\n".join(one["csv"])
        if "wellsWithDesigns" in one:
            assert [f"{w.plate} {w.well}" for w in wells if w.kind == "design"] == one["wellsWithDesigns"]


def test_a_warning_about_predictions_is_in_every_file_with_designs(vectors):
    warned = vectors["warned"]
    designs = read_designs([{**design, "warning": warned["warning"]} for design in vectors["designs"]])
    assert order_csv(order_rows(designs)) == "\n".join(warned["order"])
    order = order_rows(designs, reference=True, best_so_far=vectors["bestSoFar"])
    assert order_fasta(order) == "\n".join(warned["fasta"])


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.0, "0"),
        (-0.5, "-0.5"),
        (1e-6, "0.000001"),
        (1e-7, "1e-7"),
        (999999.5, "1000000"),
        (1.5e300, "1.5e+300"),
        (123456789.0, "123457000"),
        (float("nan"), ""),
        (None, ""),
    ],
)
def test_numbers_have_six_digits_and_the_same_notation_as_in_other_clients(value, text):
    assert number_text(value) == text


def test_names_stay_the_same_if_fewer_designs_are_selected():
    parent = "AAAA"
    sequences = ["AAAC", "AAAD", "CCCC", "DDAA"]
    rows = [
        {"rank": at, "sequence": one, "mutations": mutations_between(parent, one), "parent": parent}
        for at, one in enumerate(sequences, start=1)
    ]
    picked = pick_designs(read_designs(rows), 3, "diversity")
    assert [row.name for row in order_rows(picked)] == ["D001", "D003", "D004"]
    with pytest.raises(ValueError, match="Two designs have rank 1"):
        read_designs([rows[0], rows[0]])


def test_invalid_orders_are_refused(vectors):
    order = order_rows(read_designs(vectors["designs"]), reference=True)
    with pytest.raises(ValueError, match="leave no wells for designs"):
        plates(order, 96, control_wells=96)
    with pytest.raises(ValueError, match="is not a valid name prefix"):
        order_rows([], prefix="=D")
    with pytest.raises(ValueError, match="96 or 384"):
        plate_wells(48)


def test_positions_use_residue_numbers_and_continue_beyond_them():
    assert renumber("M1A;T3V;K4R", [1, 2, 5]) == "M1A;T5V;K6R"
    assert renumber("M1A;K4R", range(24, 27)) == "M24A;K27R"
    assert renumber("M-1A;T5V", range(1, 4), [-1, 2, 5]) == "M1A;T3V"
    assert renumber("M24A;K27R", [1, 2, 5], range(24, 27)) == "M1A;K6R"
    assert renumber("T3V", range(1, 4), [1, 2, 5]) == "T0V"


def test_a_best_variant_of_another_length_is_listed_with_its_insertions_and_deletions():
    template = "MKTAYIAK"
    assert mutations_between(template, "MKTYIAR") == "A4del;K8R"
    assert mutations_between(template, "MRTAGSYIAK") == "K2R;A4_Y5insGS"
    assert mutations_between(template, "GMKTAYIAK") == "0_M1insG"
    assert mutations_between(template, template + "HH") == "K8_9insHH"
    assert mutations_between(template, template) == ""


def test_insertions_and_deletions_use_the_numbers_of_their_neighbors_even_at_the_ends():
    plain, numbered = "0_M1insG;K2del;M1_K2insGS;T3_4insW", "23_M24insG;K25del;M24_K25insGS;T30_31insW"
    assert renumber(plain, [24, 25, 30], range(1, 4)) == numbered
    assert renumber(numbered, range(1, 4), [24, 25, 30]) == plain
    assert renumber(plain, range(-1, 2)) == "-2_M-1insG;K0del;M-1_K0insGS;T1_2insW"
