#!/usr/bin/env python3
"""A program that plays any game of caravan_tui: it takes the move with the shortest notation."""

import json
import sys


def say(**message):
    print(json.dumps(message), flush=True)


def main():
    moves = []
    for line in sys.stdin:
        message = json.loads(line)
        match message["type"]:
            case "hello":
                say(type="hello", protocol=1, name="cautious")
            case "position":
                # message["view"] is all that the seat may know, message["moves"] what it may do.
                moves = message["moves"]
            case "legal":
                say(type="moves", moves=moves)
            case "go":
                best = min(moves, key=lambda move: (len(move["notation"]), move["notation"]))
                say(type="info", text=f"{len(moves)} moves")
                say(type="bestmove", action=best["action"])
            case "quit":
                return
            case "option" | "stop":
                pass
            case other:
                say(type="error", text=f"unknown message: {other}")


if __name__ == "__main__":
    main()
