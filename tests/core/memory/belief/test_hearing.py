"""What is said of things becomes what is believed of them."""


def test_what_only_points_names_nothing(diary):
    for second, text in enumerate(("I've put it there by the parcel.", "The trowel is on the shelf.")):
        diary.says(10 + second, "Ann", text)
    assert list(diary.tracks.names.ids("told")) == ["trowel"]
