// What the outcomes of one batch add to the health of subscriptions.
import { type Ended, healthSteps } from './health.ts'

const now = new Date('2026-11-22T08:19:59.999Z')
const at = (second: number) => new Date(now.getTime() + second * 1000)
const ended = (webhook: string, second: number, ok: boolean, school = 'a'): Ended => ({
  school,
  webhook,
  ok,
  at: at(second),
})
const columnsOf = (all: Ended[]) => healthSteps(all, now).map(({ values }) => values)
const list = (...values: (string | number | Date | null)[]) =>
  `{${values.map(value => (value === null ? 'NULL' : JSON.stringify(value instanceof Date ? value : String(value)))).join(',')}}`

test('no outcome changes nothing', () => {
  expect(healthSteps([], now)).toEqual([])
})

test('of each subscription the last success counts, and the first failure after it, in the order of the sends', () => {
  const all = [
    ended('2', 5, false),
    ended('2', 3, true),
    ended('2', 4, false),
    ended('2', 1, false),
    ended('1', 2, false),
    ended('1', 1, false),
    ended('3', 1, false),
    ended('3', 2, true),
    ended('3', 1.5, true),
    ended('0', 1, true, 'b'),
  ]
  const [health, outcomes] = columnsOf(all)
  const keys = [list('a', 'a', 'a', 'b'), list('1', '2', '3', '0')]
  expect(health).toEqual([...keys, list(null, at(3), at(2), at(1)), list(at(1), at(4), null, null)])
  const bucket = '2026-11-22T08:10:00.000Z'
  expect(outcomes).toEqual([...keys, list(0, 1, 2, 1), list(2, 3, 1, 0), bucket])
})
