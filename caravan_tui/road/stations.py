"""The stations of the road, the three journeys along it, and the titles that it gives.

The texts are a story in pieces: whoever takes the short journey reads seven of them, so a station
speaks only of people and things that every journey has met before it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from attrs import field, frozen

from caravan_tui.engine import PERSON, Seat
from caravan_tui.engine.problem import Problem, shipped
from caravan_tui.games.contract import OptionValue
from caravan_tui.i18n import _n, later
from caravan_tui.road.goals import DoDeed, Goal, Lead, Place, Race, Reach, Solve, Win


@frozen
class Station:
    """A place on the road: a match or problems with a goal, and a piece of the story."""

    id: str
    """Stored with matches and stars: it never changes."""
    title: str
    game: str
    rivals: Sequence[tuple[str, str]]
    """The name and the level of each opponent, in turn order after the player."""
    goal: Goal
    bonus: Goal
    """What earns another star."""
    minutes: int
    story: str
    won: str
    lost: str
    options: Mapping[str, OptionValue] = field(factory=dict)
    honour: str = ""
    """The title that the player may bear from here on."""
    sign: str = ""
    """What stands beside it on the map: a sprite."""
    problems: Sequence[Sequence[str]] = ()
    """The keys of problems of the game, one set a try; empty: a match is played."""

    def problems_of_try(self, number: int) -> list[Problem]:
        """What is to be solved in a try, from 0. Sets come again once all were tried."""
        keys = self.problems[number % len(self.problems)]
        by_key = {problem.key: problem for problem in shipped(self.game)}
        return [by_key[key] for key in keys]

    def seats(self, name: str) -> list[Seat]:
        """The players; the user has the first seat."""
        rivals = [Seat(level, rival) for rival, level in self.rivals]
        return [Seat(PERSON, name), *rivals]


@frozen
class Journey:
    """A choice of stations, in their order."""

    id: str
    title: str
    text: str
    pennant: str
    """What the pennant on the home screen is called that its end earns."""
    stations: Sequence[str]

    @property
    def minutes(self) -> int:
        """What all stations take."""
        return sum(STATIONS[name].minutes for name in self.stations)

    @property
    def facts(self) -> str:
        """`7 stations, about 1 hour`."""
        count = _n("{count} station", "{count} stations", len(self.stations))
        hours = max(1, round(self.minutes / 60))
        length = _n("about {count} hour", "about {count} hours", hours).format(count=hours)
        return f"{count.format(count=len(self.stations))}, {length}"


PROLOGUE: Final = later(
    "In Tamrit the well sinks by a hand each month. Old Zubayda, who keeps it, lays a bronze key "
    "in your palm. “At the far end of the road stands a great wheel that lets the water down to "
    "all our wells. Nobody has turned it for years. Go and turn it.”"
)
"""Why the player sets out."""

EPILOGUE: Final = later(
    "Weeks later a rider comes from Tamrit. Zubayda sends a cup, sealed with wax. It is full to "
    "the brim, and so is the well."
)
"""How the story ends, after the last station."""

_ALL: Final = (
    Station(
        id="tamrit",
        title=later("The low well"),
        game="decktet",
        rivals=(("Batu", "herder"),),
        goal=Win(),
        bonus=Win(by=5),
        minutes=3,
        options={"hands": 1},
        sign="palm",
        story=later(
            "Batu, who herds the goats of Tamrit, will lend you his best camel. Not as a gift: he "
            "wants one hand of cards for her, by the empty trough. “Zubayda says you have luck. "
            "Show me.”"
        ),
        won=later(
            "Batu scratches the camel between the ears and gives you the rope. “Her name is "
            "Patience. Bring her back fat.”"
        ),
        lost=later("Batu laughs and deals again. “The wells will not wait, but I will.”"),
    ),
    Station(
        id="salt-pans",
        title=later("The salt pans"),
        game="sahara",
        rivals=(("Samira", "herder"),),
        goal=Race(8),
        bonus=Reach(8, rounds=20),
        minutes=8,
        options={"camels": 6},
        story=later(
            "Samira cuts salt where the lake used to be. She knows the next well, and she goes "
            "there with whoever keeps up. “First one with eight points of goods sold leads. The "
            "other one walks behind and eats dust.”"
        ),
        won=later(
            "Samira ties her camel behind yours and hums. Two are a caravan. From now on you are "
            "one."
        ),
        lost=later("You eat dust for a day. In the evening Samira unloads: “Once more?”"),
        honour=later("Salt-walker"),
    ),
    Station(
        id="broken-cistern",
        title=later("The broken cistern"),
        game="dice_village",
        rivals=(("Musa", "herder"),),
        goal=Race(5, are_cards=True),
        bonus=Reach(5, 8, are_cards=True),
        minutes=6,
        story=later(
            "The cistern has a crack as wide as an arm. Musa the mason could close it, but his "
            "workers throw dice in the shade. Win five cards before he does, and they follow you "
            "to the wall."
        ),
        won=later("By night the crack is closed. Musa leaves your mark in the wet plaster."),
        lost=later("The workers yawn. Musa shrugs: tomorrow the dice are the same."),
    ),
    Station(
        id="tent-of-maps",
        title=later("The tent of maps"),
        game="caravanserai",
        rivals=(("Davit", "herder"),),
        goal=Race(20),
        bonus=Reach(20, rounds=7),
        minutes=7,
        sign="town",
        story=later(
            "Davit has drawn every road but the one you need: nobody came back to tell him. He "
            "lays his blocks out on the carpet. “Build me a caravan of twenty before mine, and "
            "you may copy what I know.”"
        ),
        won=later(
            "You copy until the lamp is empty. In the corner Davit has drawn a wheel, and beside "
            "it a question mark."
        ),
        lost=later("Davit rolls the map up again. “Paper is patient. Are you?”"),
    ),
    Station(
        id="toll",
        title=later("The toll of Silvio"),
        game="ahldarahd",
        rivals=(("Silvio", "herder"),),
        goal=Lead(5),
        bonus=Lead(5, by=3),
        minutes=10,
        story=later(
            "A rope lies across the road, and at its end sits Silvio of Genoa, very clean. He has "
            "heard of your key and offers a great deal of gold. Then a smaller bargain: be ahead "
            "of him when the fifth turn ends, and the rope comes up."
        ),
        won=later(
            "Silvio lifts the rope and bows. “We shall meet again,” he says, and looks at the key."
        ),
        lost=later("The rope stays. Silvio pours you tea. He has time, and he knows it."),
        honour=later("Toll-breaker"),
    ),
    Station(
        id="night-wind",
        title=later("The night wind"),
        game="decktet",
        rivals=(("Yusuf", "porter"),),
        goal=Solve(2),
        bonus=Solve(3),
        minutes=5,
        problems=(
            ("1033076983600-242", "383978514235-254", "182415324366-244"),
            ("129988670848-236", "496932730725-234", "749195013653-260"),
        ),
        story=later(
            "The wind has put out every fire but Yusuf’s. He is a careful man. In the ash he "
            "lays out three hands that he lost in his life. “One move would have saved me. "
            "Find it in two of them, and there is room by the fire.”"
        ),
        won=later("You sleep warm. Yusuf tells you of a dune that sings before it moves."),
        lost=later("It is a long, cold night. At dawn Yusuf remembers three more hands."),
    ),
    Station(
        id="goat-ford",
        title=later("The dry ford"),
        game="caravanserai",
        rivals=(),
        goal=Reach(22),
        bonus=Reach(22, rounds=7),
        minutes=7,
        story=later(
            "Where a river ran lies a bed of round stones. There is nobody to play against, only "
            "the far bank. Lay out a caravan of twenty-two on your own, and cross where it is "
            "longest."
        ),
        won=later("On the other side you look back. Your track is the first one in years."),
        lost=later("The stones turn underfoot. You go back to the bank and begin again."),
    ),
    Station(
        id="three-fires",
        title=later("Three fires"),
        game="dice_village",
        rivals=(("Amina", "porter"), ("Tariq", "porter")),
        goal=Place(2),
        bonus=DoDeed("dice_village.two_visits"),
        minutes=9,
        sign="town",
        story=later(
            "Three caravans have come to one well, and it has water for two. Amina counts "
            "the skins twice, Tariq has already unloaded. They agree to let the dice decide. "
            "Whoever comes last goes thirsty."
        ),
        won=later(
            "You fill your skins, and share with the loser in the dark. In the morning "
            "somebody has tied a blue ribbon to Patience."
        ),
        lost=later("Your tongue is like leather. Amina leaves you one cup, and a second try."),
        honour=later("Water-finder"),
    ),
    Station(
        id="red-stairs",
        title=later("The red stairs"),
        game="sahara",
        rivals=(("Gulnar", "drover"),),
        goal=Race(8),
        bonus=Race(12),
        minutes=8,
        options={"camels": 6},
        story=later(
            "The road climbs a cliff in four hundred steps. Gulnar’s string of camels goes up at "
            "a trot. “Eight points before me, and I’ll carry your water to the top. Else you "
            "carry mine!”"
        ),
        won=later("Gulnar carries, swears and laughs, all four hundred steps."),
        lost=later("Four hundred steps with two loads. At the top she offers you a rematch."),
    ),
    Station(
        id="market-of-shade",
        title=later("The market of shade"),
        game="ahldarahd",
        rivals=(("Parisa", "porter"),),
        goal=Lead(5),
        bonus=Lead(7),
        minutes=10,
        sign="town",
        story=later(
            "Under the overhang they sell shade by the hour. Parisa sells everything else, your "
            "secrets too. Be ahead of her after turn five, and she forgets that she has seen a "
            "bronze key."
        ),
        won=later("Parisa puts a finger to her lips. It costs you nothing, which is a wonder."),
        lost=later("By noon three people have asked about the key. Buy her silence again."),
    ),
    Station(
        id="glass-dune",
        title=later("The dune of glass"),
        game="decktet",
        rivals=(("Samira", "trader"),),
        goal=Win(),
        bonus=Win(by=5),
        minutes=5,
        options={"hands": 2},
        story=later(
            "Lightning has turned the crest to glass. Samira won’t go a step further tonight. "
            "“You lead, I follow, that was salt. Let us see who leads on glass.” She has been "
            "practising."
        ),
        won=later("Samira sighs. “All right. But I choose the songs from here on.”"),
        lost=later("Samira leads, in circles. At midnight she hands you the cards without a word."),
    ),
    Station(
        id="empty-well",
        title=later("The well of names"),
        game="dice_village",
        rivals=(("Omar", "drover"),),
        goal=Solve(2),
        bonus=Solve(3),
        minutes=6,
        problems=(
            ("438739655897-239", "364259953680-236", "103172268469-256"),
            ("596243852165-195", "168838365397-289", "837421221235-315"),
        ),
        story=later(
            "The rim is scratched with the names of all who drank here. The well is dry, but Omar "
            "guards it. Beside three names somebody drew dice. “They left in the middle of a "
            "throw. Finish two of them well, and you may add your name.”"
        ),
        won=later("You scratch your name below the last. Far down something drips, once."),
        lost=later("Omar runs his thumb over the stone. There is still room for a name."),
    ),
    Station(
        id="bells",
        title=later("The caravan of bells"),
        game="caravanserai",
        rivals=(("Leila", "drover"), ("Wei", "drover")),
        goal=Place(2),
        bonus=DoDeed("caravanserai.growth"),
        minutes=9,
        story=later(
            "A hundred bells come through the dusk. Leila and Wei lead the longest caravan in the "
            "world and have not seen rain for two years. Keep up with one of them, and they take "
            "you through the sand sea."
        ),
        won=later(
            "You walk at the end of the line, under the stars, and every bell has another "
            "voice. Leila hangs one on Patience."
        ),
        lost=later("The bells fade. Patience lifts her head: they have stopped to wait for you."),
        honour=later("Pathfinder"),
    ),
    Station(
        id="genoese",
        title=later("The second offer"),
        game="decktet",
        rivals=(("Silvio", "trader"),),
        goal=Win(),
        bonus=Win(by=8),
        minutes=3,
        options={"hands": 1},
        story=later(
            "A folding table, a white cloth, two glasses: Silvio again. “One hand. Your key "
            "against my camel, my tent and my good name.” Samira whispers that the name is worth "
            "the least."
        ),
        won=later("You leave him the tent. He waves after you as if he had won."),
        lost=later("He holds the key to the light and gives it back. “Not like this. Again.”"),
    ),
    Station(
        id="sand-sea",
        title=later("The sand sea"),
        game="sahara",
        rivals=(("Tariq", "trader"),),
        goal=Race(10),
        bonus=Reach(10, rounds=26),
        minutes=9,
        options={"camels": 6},
        story=later(
            "No stone, no bush, only waves. Tariq is in a hurry as always and laughs at your "
            "stops. Ten points of goods before him, or he reaches the shade of the only rock "
            "and sits on it."
        ),
        won=later("You sit in the shade. Tariq arrives, looks at the sun, and makes tea."),
        lost=later("The rock is hot where you may sit. Tariq dozes. He will race again."),
    ),
    Station(
        id="echoes",
        title=later("The hall of echoes"),
        game="ahldarahd",
        rivals=(("Roxana", "drover"),),
        goal=Lead(6),
        bonus=Lead(6, by=3),
        minutes=10,
        sign="city",
        story=later(
            "In a ruined hall Roxana of Samarkand waits with a second bronze key. Hers doesn’t "
            "fit, she has tried. “Then we need each other, or one of us needs less.” Be ahead of "
            "her when turn six ends."
        ),
        won=later("She lays her key beside yours. “Take both. Two hands turn a wheel better.”"),
        lost=later("The hall repeats your defeat, softly, three times. Roxana bids again."),
        honour=later("Keeper of two keys"),
    ),
    Station(
        id="salt-wedding",
        title=later("The wedding of salt"),
        game="dice_village",
        rivals=(("Samira", "drover"), ("Batu", "herder")),
        goal=Race(6, are_cards=True),
        bonus=Win(),
        minutes=8,
        story=later(
            "Samira’s sister marries, and who comes riding in on a fat goat-herder’s mule? Batu! "
            "He has news: the well of Tamrit is down to mud. Nobody sleeps; they throw dice for "
            "six cards till morning."
        ),
        won=later("Batu gives you his prize, a waterskin. “For Zubayda. Bring it back full.”"),
        lost=later("Batu wins a drum and beats it in your ear till you play again."),
    ),
    Station(
        id="sleeping-city",
        title=later("The sleeping city"),
        game="caravanserai",
        rivals=(("Wei", "drover"),),
        goal=Solve(2),
        bonus=Solve(3),
        minutes=6,
        sign="city",
        problems=(
            ("370836968892-169", "214940584244-103", "1053832364475-51"),
            ("91967101616-113", "996121298343-130", "1074110061692-52"),
        ),
        story=later(
            "The people left when the fountains stopped, and locked their doors as if for a day. "
            "In three courtyards a caravan still lies half built. “Go on as they would have,” "
            "says Wei. “Guess two of three, and I know which way they went.”"
        ),
        won=later("Their way ends at a fountain. On its rim a wheel is carved, and a hill."),
        lost=later("Wei’s way ends at a wall. There are more courtyards, and more caravans."),
    ),
    Station(
        id="last-ridge",
        title=later("The last ridge"),
        game="sahara",
        rivals=(("Gulnar", "drover"),),
        goal=Race(10),
        bonus=Race(16),
        minutes=9,
        options={"camels": 6},
        story=later(
            "From the ridge you will see it, they say. Gulnar has come back to be the first. "
            "“Ten points, and no pity this time!” Her camels are fresh. Patience only looks at "
            "her."
        ),
        won=later("And there it is: a hill, a tower, and a wheel as tall as ten men."),
        lost=later("Gulnar sees it first. She won’t say what it looks like until you win."),
        honour=later("Ridge-runner"),
    ),
    Station(
        id="gate",
        title=later("The third offer"),
        game="dice_village",
        rivals=(("Silvio", "trader"),),
        goal=Win(),
        bonus=DoDeed("dice_village.ninth_card"),
        minutes=9,
        sign="town",
        story=later(
            "Silvio stands before the gate, dusty for once. He doesn’t want the key any more. “I "
            "want to see the water. My skins are empty.” But a trader can’t ask for nothing, so "
            "he asks for a game."
        ),
        won=later("You fill his cup first. He drinks, and forgets to name a price."),
        lost=later("“You let me win,” says Silvio, offended. “Play properly.”"),
    ),
    Station(
        id="wheel",
        title=later("The great wheel"),
        game="decktet",
        rivals=(("Idris", "trader"),),
        goal=Win(),
        bonus=DoDeed("decktet.every_hand"),
        minutes=7,
        options={"hands": 3},
        sign="city",
        story=later(
            "At the wheel sits Idris, older than the road. He stopped it when people stopped "
            "coming to ask. “Play three hands with me. I have nobody left to play with, and I "
            "want to know who turns my wheel.”"
        ),
        won=later(
            "The key turns. Something groans under the sand, then runs, then roars. “Listen,” "
            "says Idris. “That is Tamrit.”"
        ),
        lost=later("“Good,” says Idris. “Then you must stay another evening.” He deals."),
        honour=later("Friend of the wells"),
    ),
)

STATIONS: Final = {station.id: station for station in _ALL}
"""Every station by its id, in the order of the road."""

JOURNEYS: Final = {
    journey.id: journey
    for journey in (
        Journey(
            "short",
            later("The short journey"),
            later("The heart of the story."),
            later("white pennant"),
            ("tamrit", "salt-pans", "tent-of-maps", "toll", "three-fires", "bells", "wheel"),
        ),
        Journey(
            "middle",
            later("The medium journey"),
            later("More people, and a second key."),
            later("striped pennant"),
            (
                "tamrit", "salt-pans", "tent-of-maps", "toll", "night-wind", "three-fires",
                "red-stairs", "glass-dune", "bells", "echoes", "sleeping-city", "gate", "wheel",
            ),
        ),
        Journey(
            "long",
            later("The long journey"),
            later("Every well and every meeting."),
            later("forked pennant"),
            tuple(STATIONS),
        ),
    )
}  # fmt: skip
"""The journeys by their ids, the shortest first."""
