/*
 * A game for boardgame.io of about the size of ours: two seats take turns, each plays one of six cards that only it
 * sees and draws another. What the other seat may not know is taken out by `playerView`, as boardgame.io has it.
 */

const CARDS = 60
const HAND = 6
const SHOWN = 16
/** Cards and lines of the report that lie open. */

function card(number) {
  return {
    id: `c${number}`,
    title: `Card number ${number}`,
    strength: 1 + (number % 9),
    colour: ['red', 'green', 'blue'][number % 3],
    text: `Worth ${1 + (number % 9)} when it is played; the other seat answers with a card of its own.`,
  }
}

function play({ G, playerID, random }, index) {
  const hand = G.hands[playerID]
  if (!(index in hand)) return 'INVALID_MOVE'
  const [played] = hand.splice(index, 1)
  G.score[playerID] += played.strength
  G.table = [...G.table, played].slice(-SHOWN)
  G.report = [...G.report, { seat: playerID, text: `${played.title} is played for ${played.strength}.` }].slice(-SHOWN)
  if (!G.pile.length) G.pile = random.Shuffle(Array.from({ length: CARDS }, (_, number) => card(number)))
  hand.push(G.pile.pop())
}

export const duel = {
  name: 'duel',
  minPlayers: 2,
  maxPlayers: 2,
  disableUndo: true, // otherwise every state before would be kept with the state
  setup: ({ random }) => {
    const pile = random.Shuffle(Array.from({ length: CARDS }, (_, number) => card(number)))
    const hands = { 0: pile.splice(0, HAND), 1: pile.splice(0, HAND) }
    return { hands, table: pile.splice(0, SHOWN), pile, report: [], score: { 0: 0, 1: 0 } }
  },
  playerView: ({ G, playerID }) => ({
    ...G,
    pile: G.pile.length,
    hands: Object.fromEntries(Object.entries(G.hands).map(([seat, hand]) => [seat, seat === playerID ? hand : hand.length])),
  }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: { play },
}
