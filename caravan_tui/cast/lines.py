"""What characters can say: short lines by occasion and temper.

Every line fits 40 columns in English. It names nobody and nothing, so that it is true in every
game: who is meant is the player whose turn has just ended.
"""

from __future__ import annotations

from enum import Enum

from caravan_tui.cast.characters import Temper
from caravan_tui.i18n import later


class Occasion(Enum):
    """Something at the table that a character may remark on."""

    START = "start"
    """The match begins."""
    LEAD = "lead"
    """The character has taken the lead."""
    OVERTAKEN = "overtaken"
    """Somebody has taken the lead from it."""
    LOSS = "loss"
    """A person has taken something from it."""
    CATCH = "catch"
    """It has taken something from a person."""
    OTHERS_GAIN = "others gain"
    """A person has gained a lot."""
    OWN_GAIN = "own gain"
    """The character has gained a lot."""
    ROUND = "round"
    """A hand or a round begins."""
    WON = "won"
    """The match is over, and the character has won."""
    LOST = "lost"
    """The match is over, and a person has won."""


LINES: dict[Occasion, dict[Temper, tuple[str, ...]]] = later({
    Occasion.START: {
        Temper.CALM: ("Peace on your road.", "Good winds to us all.", "Sit down, the tea is hot."),
        Temper.CAREFUL: ("Let's check the knots first.", "Slowly, and we all arrive."),
        Temper.EAGER: ("The camels are loaded. Let's go!", "First to the well!"),
        Temper.SLY: ("I will be right behind you.", "Mind your bags, friend."),
        Temper.FORESIGHTED: ("A long road. I have time.", "I have counted the days."),
    },
    Occasion.LEAD: {
        Temper.CALM: ("The road is kind to me today.", "So far, so good."),
        Temper.CAREFUL: ("In front? I would rather not be.", "Careful now, I have the lead."),
        Temper.EAGER: ("Out of my way, I'm in front!", "Try to keep up!"),
        Temper.SLY: ("Was that your place? Pardon me.", "The view is better from here."),
        Temper.FORESIGHTED: ("Sooner than I had planned.", "Step by step, I said."),
    },
    Occasion.OVERTAKEN: {
        Temper.CALM: ("After you. For now.", "Well ridden. I'll catch up."),
        Temper.CAREFUL: ("Go ahead. I'll watch your tracks.", "You ride fast. Is that wise?"),
        Temper.EAGER: ("Hey! I was in front!", "Not for long!"),
        Temper.SLY: ("Enjoy it while it lasts.", "Good. Now I can see your back."),
        Temper.FORESIGHTED: ("The road is still long.", "I had reckoned with that."),
    },
    Occasion.LOSS: {
        Temper.CALM: ("That was mine, but so be it.", "The desert takes, the desert gives."),
        Temper.CAREFUL: ("I knew I should have watched it.", "Next time I tie it down twice."),
        Temper.EAGER: ("Give that back!", "You will pay for that!"),
        Temper.SLY: ("Nicely done. I'll remember it.", "You learn fast. Too fast."),
        Temper.FORESIGHTED: ("That was not in my books.", "I'll write it on your account."),
    },
    Occasion.CATCH: {
        Temper.CALM: ("I need it more than you. Sorry.", "Nothing personal, friend."),
        Temper.CAREFUL: ("It was not safe there, you see.", "I only took what was loose."),
        Temper.EAGER: ("Mine now!", "Too slow, friend!"),
        Temper.SLY: ("You did not need it, did you?", "It almost fell into my bag."),
        Temper.FORESIGHTED: ("I have had an eye on it.", "It fits my plan, thank you."),
    },
    Occasion.OTHERS_GAIN: {
        Temper.CALM: ("A fine deal. Well done.", "Your camels earned their water."),
        Temper.CAREFUL: ("So much at once? Watch it well.", "I would not have dared that."),
        Temper.EAGER: ("I wanted that!", "What a catch! My turn!"),
        Temper.SLY: ("Such heavy bags. Need a hand?", "Now we know where the gold is."),
        Temper.FORESIGHTED: ("You saw that coming. So did I.", "Well reckoned."),
    },
    Occasion.OWN_GAIN: {
        Temper.CALM: ("A good day at the market.", "That will feed the camels."),
        Temper.CAREFUL: ("Better than I had hoped.", "I checked it twice. It's true."),
        Temper.EAGER: ("Ha! Look at that!", "More! More!"),
        Temper.SLY: ("Did nobody else see it? Good.", "Thank you all for waiting."),
        Temper.FORESIGHTED: ("Patience pays.", "Just as I had planned it."),
    },
    Occasion.ROUND: {
        Temper.CALM: ("A new day. Let's see.", "Onward."),
        Temper.CAREFUL: ("Water, rope, salt. All there.", "Let's not rush this one."),
        Temper.EAGER: ("Come on, come on!", "This one is mine!"),
        Temper.SLY: ("New roads, new chances.", "Where were we? Ah, your bags."),
        Temper.FORESIGHTED: ("Now the second page of my plan.", "Let's see what it was good for."),
    },
    Occasion.WON: {
        Temper.CALM: ("A good road. Ride with me again.", "Thank you. That was a good game."),
        Temper.CAREFUL: ("We made it, and nothing broke.", "Slow and safe, I always say."),
        Temper.EAGER: ("First! Again!", "What a ride!"),
        Temper.SLY: ("It was lying there. I took it.", "Better luck on the next road."),
        Temper.FORESIGHTED: ("It adds up, you see.", "The plan was a good one."),
    },
    Occasion.LOST: {
        Temper.CALM: ("Well ridden. The tea is on me.", "You were better. Once more?"),
        Temper.CAREFUL: ("You dared more. You earned it.", "At least we all arrived."),
        Temper.EAGER: ("So close! Once more!", "You were faster. Today."),
        Temper.SLY: ("You kept your bags shut. Well done.", "I'll be behind you next time."),
        Temper.FORESIGHTED: ("I'll have to reckon again.", "You thought further than I did."),
    },
})  # fmt: skip
"""At least two lines for each occasion and temper."""
