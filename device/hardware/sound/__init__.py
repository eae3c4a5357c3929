"""What is heard: tunes, spoken words and the count-down, on a loudspeaker or a buzzer, in a thread of their own.

    effects, deadlines --announcements--> Utterance --schedule--> Phrase --instrument--> aplay, or a buzzer

Nothing here holds up a press: `Speaker` takes its news into an inbox, and drops what is no longer news.
"""
