"""The speech nodes translate between text and sound and add nothing; a stand-in speaks and hears."""

from __future__ import annotations

import threading

import numpy as np
import pytest
from diagnostic_msgs.msg import DiagnosticArray
from rclpy.executors import ExternalShutdownException, SingleThreadedExecutor
from rclpy.parameter import Parameter
from std_msgs.msg import Bool, Int16MultiArray, MultiArrayDimension, MultiArrayLayout

from dialog_nodes.listener_node import ListenerNode, message_to_sound
from dialog_nodes.speaker_node import SpeakerNode
from embodied_memory.dialog.speech.speech_roles import SpeechError, Transcription
from embodied_memory_interfaces.msg import Answer, Utterance
from embodied_memory_ros.qos import LATCHED, RECORDS, SENSOR_PUBLISHED


class Voice:
    """Says what it is told; blocks on "long ..." until it is cancelled."""

    def __init__(self):
        self.began, self.said, self.cancelled = [], [], threading.Event()

    def speak(self, text):
        self.began.append(text)
        if text.startswith("long"):
            assert self.cancelled.wait(20.0)
        if "broken" in text:
            raise SpeechError("no sound device")
        self.said.append(text)

    def cancel(self):
        self.cancelled.set()


class Ear:
    """Every piece of sound is an utterance, and its first sample the number of the sentence that was said."""

    SENTENCES = ("", "robot find the kettle", "find the cup", "robot rm -rf", "mumbling")

    def feed(self, piece):
        return [piece]

    def reset(self):
        pass

    def transcribe(self, audio, rate_hz):
        assert rate_hz == 16000
        text = self.SENTENCES[audio[0]]
        return Transcription(text, 0.2 if text == "mumbling" else 0.9)


@pytest.fixture
def run(observer):
    """Runs a node of this process in the test's domain, configured and active."""
    running = []

    def started(node):
        executor = SingleThreadedExecutor(context=observer.context)
        executor.add_node(node)
        thread = threading.Thread(target=_spin, args=(executor,), daemon=True)
        running.append((node, executor, thread))
        node.trigger_configure()
        node.trigger_activate()
        thread.start()
        return node

    yield started
    for node, executor, thread in running:
        executor.shutdown(timeout_sec=2.0)
        thread.join(5.0)
        node.end()
        node.destroy_node()


def _spin(executor):
    try:
        executor.spin()
    except ExternalShutdownException:
        return


@pytest.fixture
def speaker(run, observer):
    voice = Voice()
    parameters = [Parameter("speaking.max_wait_s", value=0.3)]
    node = run(SpeakerNode(lambda config: voice, context=observer.context, parameter_overrides=parameters))
    return node, voice, observer.publisher(Answer, "/dialog/replies", RECORDS)


@pytest.fixture
def listener(run, observer):
    parameters = [Parameter("listening.source", value="topic"), Parameter("listening.speaker", value="Ada")]
    parameters += [Parameter("listening.echo_s", value=0.0)]
    overridden = {"context": observer.context, "parameter_overrides": parameters}
    run(ListenerNode(lambda config: Ear(), lambda config: Ear(), **overridden))
    heard = observer.collect(Utterance, "/dialog/utterances", RECORDS)
    publisher = observer.publisher(Int16MultiArray, "/speech/audio", SENSOR_PUBLISHED)
    observer.wait(lambda: observer.node.count_publishers("/dialog/utterances") == 1, 10.0, "the listener")

    def say(sentence):
        data = np.full(160, Ear.SENTENCES.index(sentence), np.int16)
        publisher.publish(Int16MultiArray(data=data.tolist()))

    return say, lambda: [(message.speaker, message.text) for message in heard]


def test_replies_are_spoken_one_after_the_other(speaker, observer):
    _, voice, replies = speaker
    for text in ("I found the kettle.", "", "broken", "It is in the kitchen."):
        replies.publish(Answer(text=text))
    observer.wait(lambda: len(voice.said) == 2, 10.0, lambda: f"two replies; came: {voice.said}")
    assert voice.said == ["I found the kettle.", "It is in the kitchen."]


@pytest.mark.parametrize("reply", ["long story", "long broken story"])
def test_the_others_are_told_when_the_robot_speaks_and_when_it_is_silent(speaker, observer, reply):
    _, voice, replies = speaker
    speaking = observer.collect(Bool, "/speech/speaking", LATCHED)
    observer.wait(lambda: speaking and not speaking[-1].data, 10.0, "silence at first")
    replies.publish(Answer(text=reply))
    observer.wait(lambda: speaking[-1].data, 10.0, "to be told that it speaks")
    voice.cancel()
    observer.wait(lambda: not speaking[-1].data, 10.0, "silence in the end")


def test_what_waited_too_long_is_not_said_any_more(speaker, observer):
    node, voice, replies = speaker
    for text in ("long story", "old news"):
        replies.publish(Answer(text=text))
    observer.wait(lambda: voice.began, 10.0, "the story")
    threading.Event().wait(0.5)
    voice.cancel()
    observer.wait(lambda: node.diagnostics()["replies dropped as old"] == 1, 10.0, "the news to be dropped")
    assert voice.began == ["long story"]


def test_a_speaker_that_is_stopped_falls_silent(speaker, observer):
    node, voice, replies = speaker
    replies.publish(Answer(text="long story"))
    observer.wait(lambda: voice.began, 10.0, "the story")
    node.end()
    assert voice.cancelled.is_set()
    observer.wait(lambda: observer.node.count_publishers("/speech/speaking") == 0, 10.0, "the topic to be closed")


def test_what_is_said_to_the_robot_becomes_an_utterance(listener, observer):
    say, heard = listener
    for sentence in ("find the cup", "", "mumbling", "robot rm -rf", "robot find the kettle"):
        say(sentence)
    observer.wait(lambda: len(heard()) >= 2, 10.0, lambda: f"two utterances; came: {heard()}")
    assert heard() == [("Ada", "rm rf"), ("Ada", "find the kettle")]


def test_the_robot_does_not_hear_itself_and_whoever_answers_need_not_call_it(listener, observer):
    say, heard = listener
    speaking = observer.publisher(Bool, "/speech/speaking", LATCHED)
    diagnostics = observer.collect(DiagnosticArray, "/diagnostics")

    def wait_until_received(topic, count):
        def newest():
            return {pair.key: pair.value for message in diagnostics[-1:] for pair in message.status[0].values}

        observer.wait(lambda: newest().get(f"received {topic}") == str(count), 10.0, f"{topic} to be received")

    speaking.publish(Bool(data=True))
    wait_until_received("speech/speaking", 1)
    say("robot find the kettle")
    wait_until_received("speech/audio", 1)
    speaking.publish(Bool(data=False))
    wait_until_received("speech/speaking", 2)
    say("find the cup")
    observer.wait(heard, 10.0, "the answer")
    assert heard() == [("Ada", "find the cup")]


def test_sound_of_several_channels_is_refused():
    two = MultiArrayLayout(dim=[MultiArrayDimension(size=2), MultiArrayDimension(size=2)])
    with pytest.raises(ValueError, match="one channel"):
        message_to_sound(Int16MultiArray(layout=two, data=[1, 2, 3, 4]))
    shifted = Int16MultiArray(layout=MultiArrayLayout(data_offset=1), data=[9, -32768, 32767])
    assert message_to_sound(shifted).tolist() == [-32768, 32767]
