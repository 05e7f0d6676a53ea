-- The rules of piles.py once more, for rumur.

const
  CARDS: 5; -- replaced by the number that is wanted
  MANA: 3;
  TIMES: 3;

type
  Card: scalarset(CARDS);
  Pile: enum { hand, exile, stack, battlefield, graveyard };

var
  pile: array [Card] of Pile;
  discards: array [Card] of 0 .. TIMES;
  mana: 0 .. MANA;

startstate begin
  for c: Card do
    pile[c] := hand;
    discards[c] := 0;
  end;
  mana := MANA;
end;

ruleset c: Card do
  rule "discard" pile[c] = hand ==> begin
    pile[c] := exile;
    if discards[c] < TIMES then
      discards[c] := discards[c] + 1;
    end;
  end;
  rule "cast" pile[c] = exile & mana > 0 ==> begin
    pile[c] := stack;
    mana := mana - 1;
  end;
  rule "decline" pile[c] = exile ==> begin pile[c] := graveyard; end;
  rule "resolve" pile[c] = stack ==> begin pile[c] := battlefield; end;
  rule "sacrifice" pile[c] = battlefield ==> begin pile[c] := graveyard; end;
  rule "return" pile[c] = graveyard ==> begin pile[c] := hand; end;
end;

rule "untap" mana < MANA ==> begin mana := mana + 1; end;
