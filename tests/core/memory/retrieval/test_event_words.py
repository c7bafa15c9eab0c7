"""Words in events are found by their stems, and leave no byte when they are removed."""

from __future__ import annotations

from embodied_memory.memory.log import event_log


def test_events_are_found_by_most_of_the_words(lived_in):
    with lived_in.memory._file.database.reading() as connection:
        found = event_log.search_words(connection, "who likes reading with the lamp's brightness", 5)
    assert found[0][0] == lived_in.records["wish"]
    assert found[0][1] > 0.7


def test_words_that_nobody_said_find_nothing(lived_in):
    with lived_in.memory._file.database.reading() as connection:
        assert event_log.search_words(connection, "xylophone", 5) == []
        assert event_log.search_words(connection, "", 5) == []
        assert event_log.search_words(connection, 'quo"te OR NEAR( *', 5) == []


def test_removed_words_are_gone_from_the_index(home):
    home.says(1, "Bob", "The xylophone is in the attic.")
    secret = home.says(2, "Bob", "Zanzibarian holiday plans are secret.")
    database = home.memory._file.database
    with database.transaction() as connection:
        event_log.unindex_words(connection, [(secret, "Zanzibarian holiday plans are secret.")])
        connection.execute("UPDATE event_log SET summary = '' WHERE record_id = ?", (secret,))
    with database.reading() as connection:
        assert event_log.search_words(connection, "Zanzibarian", 5) == []
        assert len(event_log.search_words(connection, "xylophone", 5)) == 1
        blocks = [block for (block,) in connection.execute("SELECT block FROM event_words_data")]
    assert any(b"xylophon" in block for block in blocks)
    assert not any(b"zanzibar" in block for block in blocks)
