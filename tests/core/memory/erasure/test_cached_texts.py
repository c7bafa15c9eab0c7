"""After an erasure no function remembers a text; what is loaded once stays loaded."""

import pytest

from embodied_memory.memory.erasure.erase_person import forget_cached_texts
from embodied_memory.perception.text_embedders import HashingEmbedder
from embodied_memory.words import one_reading, reading_network
from embodied_memory.words.one_reading import the_reading
from embodied_memory.words.wording.words import stem


@pytest.mark.skipif(the_reading() is None, reason="MiniLM is not installed")
def test_texts_are_forgotten_and_networks_are_not_loaded_again():
    reading = the_reading()
    reading.read("Zebulon's keys are on the desk")
    stem("Zebulon")
    texts = (one_reading._read, reading_network._encoded, stem)
    assert all(one.cache_info().currsize for one in texts)
    forget_cached_texts(HashingEmbedder())
    assert [one.cache_info().currsize for one in texts] == [0, 0, 0]
    assert the_reading() is reading
