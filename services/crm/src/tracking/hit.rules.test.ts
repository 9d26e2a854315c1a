import { burst, type Hit, isScan, judged } from './hit.rules.ts'
import { hiddenLink, opening } from './tracked-token.ts'

const hit = (number: number, seconds: number, more: Partial<Hit> = {}): Hit => ({
  number,
  at: new Date(1_800_000_000_000 + seconds * 1000).toISOString(),
  machine: false,
  told: false,
  ...more,
})
const numbers = (hits: readonly Hit[]) => {
  const { machine, opened, clicked } = judged(hits)
  return [machine, opened?.number ?? null, clicked.map(({ number }) => number)]
}

test.each<[string, Hit[], unknown]>([
  ['an opening and a click are told', [hit(opening, 0), hit(1, 5)], [[], opening, [1]]],
  ['what was told is not told again', [hit(1, 0, { told: true }), hit(2, 60)], [[], null, [2]]],
  ['a program is not told', [hit(1, 0, { machine: true })], [[], null, []]],
  ['two links at once are a person', [hit(1, 0), hit(2, 1)], [[], null, [1, 2]]],
  ['three links at once are a program', [hit(1, 0), hit(2, 1), hit(3, 2)], [[1, 2, 3], null, []]],
  ['three links one after the other are a person', [hit(1, 0), hit(2, 9), hit(3, 30)], [[], null, [1, 2, 3]]],
  [
    'whoever follows the hidden link is a program, and a person who comes later is none',
    [hit(opening, 0), hit(1, 1), hit(hiddenLink, 2), hit(2, 60)],
    [[opening, 1], null, [2]],
  ],
])('%s', (_, hits, expected) => {
  expect(numbers(hits)).toEqual(expected)
})

test('whoever comes seconds after a mail was sent, or before, is a program', () => {
  const sent = '2026-01-01T00:00:00.000Z'
  expect(isScan(sent, '2026-01-01T00:00:04.000Z')).toBe(true)
  expect(isScan(sent, '2026-01-01T00:00:06.000Z')).toBe(false)
  expect(isScan(null, '2026-01-01T00:00:06.000Z')).toBe(true)
})

/** What is told as clicks of a program that follows every link of a mail: `apart` seconds between two. */
const clicksOf = (links: number, after: number, apart: number) => {
  const hits = [
    ...Array.from({ length: links }, (_, index) => hit(index + 1, after + index * apart)),
    ...(links < burst.links ? [hit(hiddenLink, after + links * apart)] : []),
  ].filter(({ at }) => !isScan(hit(0, 0).at, at))
  return judged(hits).clicked.length
}

// Programs that check mails follow all links at once, when a mail comes or later; slow ones let half a second pass.
test.each([
  ['at once', 1, 0],
  ['a minute later', 60, 0],
  ['a minute later, one after the other', 60, 0.5],
])(
  'a program that follows every link %s is no person, with a hidden link only in mails of few links',
  (_, after, apart) => {
    for (const links of [1, 2, 3, 5, 20]) expect([links, clicksOf(links, after, apart)]).toEqual([links, 0])
  },
)
