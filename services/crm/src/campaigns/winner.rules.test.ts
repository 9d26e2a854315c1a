import { winnerOf } from './winner.rules.ts'

const variant = (sent: number, opened: number, clicked = 0, unknown = 0) => ({
  sent,
  opened,
  clicked,
  unknown,
})

test.each([
  ['the larger share, not the larger number', 'opened', [variant(100, 20), variant(10, 5)], 2],
  ['clicks where they are the measure', 'clicked', [variant(10, 9, 1), variant(10, 2, 2)], 2],
  ['of equal ones the first', 'opened', [variant(10, 2), variant(5, 1)], 1],
  ['the first where nobody has opened anything', 'opened', [variant(10, 0), variant(10, 0)], 1],
  ['what may have left counts as sent', 'opened', [variant(1, 1, 0, 9), variant(10, 2)], 2],
  ['one that nobody got loses', 'opened', [variant(0, 0), variant(10, 1)], 2],
] as const)('%s', (_, measure, reactions, winner) => expect(winnerOf(measure, reactions)).toBe(winner))
