// Things that may be done in one place only.
import { sources } from './sources.ts'

const host = 'packages/service-host/src/'

test.each([
  ['a unit of work is opened', /new UnitOfWork\(/, [`${host}work/in-unit-of-work.ts`]],
  ['a unit of work is given up', /\.abandon\(/, [`${host}work/in-unit-of-work.ts`]],
  ['an audit record is made', /newId\('aud'\)/, [`${host}work/audit-record.ts`]],
])('%s in one place', (_, pattern, expected) => {
  const matches = sources.filter(({ text, forTests }) => !forTests && pattern.test(text))
  expect(matches.map(({ path }) => path)).toEqual(expected)
})

test('the gateway asks whether a request is a HEAD before it becomes a GET, and nowhere else', () => {
  const matches = sources.filter(
    ({ path, text, forTests }) => !forTests && path.startsWith('gateway/') && /[!=]==? 'HEAD'/.test(text),
  )
  expect(matches.map(({ path }) => path)).toEqual(['gateway/src/http/exchange.ts'])
})

// The columns that a statement sets: from `set` to its condition.
const updates = /\bupdate\s[^`]*?\bset\b([^`]*)/gi
const setsState = (text: string) =>
  [...text.matchAll(updates)].some(([, rest]) => /\bstatus\s*=/.test(rest!.split(/\bwhere\b|\bfrom\b/i)[0]!))

test('no statement sets a state but by a move of its lifecycle', () => {
  expect(setsState('update t set a = 1, status = $1 where id = $2')).toBe(true)
  expect(setsState("update t set a = 1 where status = 'new'")).toBe(false)
  const matches = sources.filter(
    ({ path, text, forTests }) => !forTests && path.startsWith('services/') && setsState(text),
  )
  expect(matches.map(({ path }) => path)).toEqual([
    // A grade repeats the state of what it is the grade of.
    'services/learning/src/assessment/gradebook/grade.store.ts',
    // The progress of an erasure and of a restore, which are no objects of a school.
    'services/service/src/erasures/erasure.store.ts',
    'services/service/src/restores/restore.store.ts',
    // A school returns from its archive in the state that it had.
    'services/site/src/restoring/restoring.resource.ts',
    // Dispatchers move thousands of deliveries at once, each to the state that the lifecycle gave before.
    'services/webhooks/src/dispatch/attempt-rows.ts',
  ])
})
