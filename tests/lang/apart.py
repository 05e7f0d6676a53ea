"""Rules about members of a scalarset: some treat them alike, some tell them apart."""

from __future__ import annotations

from typing import Annotated

from stackproof.lang.declare import (
    NONE,
    Array,
    Bag,
    Capacity,
    Count,
    Index,
    Range,
    Record,
    clear,
    premise,
)

DOORS = Capacity("doors", 2)
CATS = Capacity("cats", 4, scalarset=True)
QUEUE = Capacity("queue", 3)
THINGS = Capacity("things", 6)

Door = Annotated[int, Index(DOORS)]
Cat = Annotated[int, Index(CATS)]
MaybeCat = Annotated[int, Index(CATS, optional=True)]
CatCount = Annotated[int, Count(CATS)]
Place = Annotated[int, Index(QUEUE)]
QueueCount = Annotated[int, Count(QUEUE)]
Number = Annotated[int, Range(0, 9)]
Thing = Annotated[int, Index(THINGS, parts=(DOORS, CATS))]


class Waiter(Record):
    here: bool
    cat: Cat


class House(Record):
    asleep: Array[Cat, bool]
    age: Array[Cat, CatCount]
    open: Array[Door, bool]
    boss: MaybeCat
    seen: Thing
    queue: Bag[Place, Waiter]
    waiting: QueueCount


def alike_any(house: House) -> bool:
    for cat in range(CATS):
        if premise(house.asleep[cat]) and house.boss == cat:
            return True
    return False


def alike_sum(house: House) -> bool:
    count = 0
    for cat in range(CATS):
        age = house.age[cat]
        if not house.asleep[cat]:
            count += age
    return count > 3


def alike_greatest(house: House) -> bool:
    oldest = 0
    for cat in range(CATS):
        if house.age[cat] > oldest:
            oldest = house.age[cat]
    return oldest == 4


def alike_flag(house: House) -> bool:
    found = False
    for cat in range(CATS):
        if house.asleep[cat]:
            found = True
    return found and house.boss != NONE


def alike_thing(house: House) -> bool:
    if house.seen < DOORS:
        return house.open[house.seen]
    return house.asleep[house.seen - DOORS] or house.seen == DOORS + house.boss


def alike_queue(house: House) -> bool:
    for place in range(QUEUE):
        if place < house.waiting and house.asleep[house.queue[place].cat]:
            return False
    return True


def apart_order(house: House) -> bool:
    return house.seen - DOORS < house.boss


def apart_in_a_bag(house: House) -> bool:
    return house.queue[0].here and house.boss == house.queue[0].cat


def apart_certain(house: House) -> bool:
    return house.boss == 2


def apart_certain_index(house: House) -> bool:
    return house.asleep[0]


def apart_certain_thing(house: House) -> bool:
    return house.seen < 4


def apart_first(house: House) -> bool:
    return oldest_first(house) == house.boss


def oldest_first(house: House) -> MaybeCat:
    for cat in range(CATS):
        if house.asleep[cat]:
            return cat
    return NONE


def apart_either(house: House) -> bool:
    for cat in range(CATS):
        if house.asleep[cat]:
            return True
        if house.boss == cat:
            return False
    return False


def apart_place(house: House) -> bool:
    place = 0
    total = 0
    for cat in range(CATS):
        if house.asleep[cat]:
            total += place
        place += 1
    return total > 2


def apart_last(house: House) -> bool:
    age = 0
    for cat in range(CATS):
        if house.asleep[cat]:
            age = house.age[cat]
    return age > 1


def apart_number(house: House) -> bool:
    for number in range(4):
        if house.asleep[number]:
            return True
    return False


def apart_sum(house: House) -> bool:
    return house.boss * 2 == house.seen


def apart_called(house: House) -> bool:
    return not apart_certain(house)


def apart_after_the_premise(house: House) -> bool:
    if house.waiting == 0 or not premise(alike_any(house)):
        return False
    return house.asleep[2]


def apart_beside_the_premise(house: House) -> bool:
    if house.open[0]:
        if premise(house.waiting > 1):
            return house.boss == 3
    elif house.asleep[2]:
        return True
    return False


def apart_before_the_premise(house: House) -> bool:
    if house.asleep[2]:
        return False
    return premise(house.open[0])


def apart_in_the_premise(house: House) -> bool:
    return premise(house.boss == 2) and house.open[0]


def alike_wakes(house: House, cat: Cat, place: Place) -> None:
    """A change of one cat, whichever it is."""
    if house.asleep[cat] and house.boss != cat:
        house.asleep[cat] = False
        house.boss = cat
        house.queue[place] = Waiter(here=True, cat=cat)
        house.age[cat] += 1


def alike_calls(house: House, cat: Cat, place: Place) -> bool:
    alike_wakes(house, cat, place)
    return alike_any_thing(house)


def alike_counts(house: House) -> None:
    asleep = 0
    for cat in range(CATS):
        if house.asleep[cat]:
            asleep += 1
    house.waiting = 0 if asleep > 2 else 1


def alike_any_thing(house: House) -> bool:
    for thing in range(THINGS):
        if is_seen(house, thing):
            return True
    return False


def is_seen(house: House, thing: Thing) -> bool:
    return house.seen == thing


def alike_number(house: House, cat: Cat) -> bool:
    """The number that is passed is a cat there."""
    return is_any(house, cat, 1)


def is_any(house: House, number: Number, how: Door) -> bool:
    if how == 0:
        return number == 2
    return house.boss == number


def alike_shuts(house: House) -> None:
    clear(house.open)
    clear(house.asleep)


def apart_wakes_all(house: House) -> None:
    for cat in range(CATS):
        house.asleep[cat] = False


def apart_wakes_in_turn(house: House) -> None:
    for cat in range(CATS):
        if house.asleep[cat]:
            alike_wakes(house, cat, house.waiting)


def apart_next(house: House) -> None:
    house.boss += 1


def apart_puts(house: House) -> None:
    house.boss = 2


def apart_makes(house: House, place: Place) -> None:
    house.queue[place] = Waiter(here=True, cat=1)


def apart_clears(house: House, place: Place) -> None:
    clear(house.queue[place])


def apart_age(house: House, cat: Cat) -> None:
    house.waiting = cat


def apart_number_of(house: House, cat: Cat) -> bool:
    return is_any(house, cat, 0)


def apart_things(house: House) -> bool:
    first = 0
    for thing in range(THINGS):
        if house.seen == thing:
            first = thing
    return first == 3


def chosen(house: House, how: Door, number: Number) -> bool:
    """Tells cats apart unless the first way is taken, or the door is known to be open."""
    if how == 0:
        return house.boss == number
    if house.waiting == 1:
        return False
    return house.asleep[2]


def chosen_later(house: House) -> bool:
    """What was known of a record is not known any more after a change."""
    alike_counts(house)
    return chosen(house, 1, 0)
