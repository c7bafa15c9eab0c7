"""Texts as the cooking games of TextWorld print them."""

from __future__ import annotations

KITCHEN = """

-= Kitchen =-
You find yourself in a kitchen. An usual kind of place. I guess you better just go and list everything you see here.

You can see a closed fridge, which looks conventional, nearby. You make out a closed oven. You see a table. Make a
note of this, you might have to put stuff on or in it later on. The table is massive. However, the table, like an
empty table, has nothing on it. You make a mental note to not get your hopes up the next time you see a table in a
room. You make out a counter. On the counter you can make out a raw red potato, a diced fried carrot, a cookbook and a
knife, so there's that. You can see a stove. But the thing is empty, unfortunately. Oh! Why couldn't there just be
stuff on it?

There is an open frosted-glass door leading north. There is a closed screen door leading south. You don't like doors?
Why not try going west, that entranceway is not blocked by one. You need an exit without a door? You should try going
east.


>                                                                     -= Kitchen =-1/8"""
BACKYARD = """
-= Backyard =-
You arrive in a backyard. A standard one.

You scan the room, seeing a patio chair. But there isn't a thing on it. A closed recent looking BBQ is in the room.

There is an open screen door leading north. There is an exit to the east. Don't worry, there is no door.

"""
GARDEN = """
-= Garden =-
You've entered a garden.



There is an exit to the west.

There is a raw yellow potato and a carrot on the floor.

>"""
COOKBOOK = """
You open the copy of "Cooking: A Modern Approach (3rd Ed.)" and start reading:

Recipe #1
---------
Gather all following ingredients and follow the directions to prepare this tasty meal.

Ingredients:
carrot
  red potato

Directions:
slice the carrot
  grill the carrot
  dice the red potato
  fry the red potato
  prepare meal


"""
INVENTORY = "\nYou are carrying: a carrot.\n\n\n>"
