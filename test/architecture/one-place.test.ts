// What is done in one place only, so that what belongs to it is forgotten nowhere.
import { sources } from './sources.ts'

const host = 'packages/service-host/src/'

test.each([
  ['a unit of work is opened', /new UnitOfWork\(/, [`${host}work/in-unit-of-work.ts`]],
  ['a unit of work is given up', /\.abandon\(/, [`${host}work/in-unit-of-work.ts`]],
  ['an audit record is made', /newId\('aud'\)/, [`${host}work/outgoing.ts`]],
])('%s in one place', (_, pattern, places) => {
  const found = sources.filter(({ text, forTests }) => !forTests && pattern.test(text))
  expect(found.map(({ path }) => path)).toEqual(places)
})
