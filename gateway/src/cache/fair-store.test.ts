import fc from 'fast-check'
import { FairStore } from './fair-store.ts'

interface Page {
  school: string
  bytes: number
}
const most = 100_000
const fresh = (disposed: string[] = []) =>
  new FairStore<Page>({
    most,
    groupOf: ({ school }) => school,
    bytesOf: ({ bytes }) => bytes,
    dispose: (_, key) => void disposed.push(key),
  })

test('a school with 2,000 large pages takes nothing from one with less', () => {
  const store = fresh()
  for (let page = 0; page < 3; page++) store.set(`small ${page}`, { school: 'small', bytes: 5000 })
  for (let page = 0; page < 2000; page++) store.set(`large ${page}`, { school: 'large', bytes: 20_000 })
  expect([0, 1, 2].map(page => store.get(`small ${page}`)?.bytes)).toEqual([5000, 5000, 5000])
  expect(store.get('large 1999')).toBeDefined()
  expect(store.get('large 0')).toBeUndefined()
})

test('of the largest school the entry used least recently goes first', () => {
  const disposed: string[] = []
  const store = fresh(disposed)
  for (const key of ['a', 'b', 'c', 'd']) store.set(key, { school: 's', bytes: 22_000 })
  store.get('a')
  store.peek('b')
  store.set('e', { school: 's', bytes: 22_000 })
  expect(disposed).toEqual(['b'])
})

test('an entry larger than everything is not stored, and takes only its own school’s place', () => {
  const store = fresh()
  store.set('small', { school: 'small', bytes: 10 })
  store.set('huge', { school: 'large', bytes: 2 * most })
  expect([store.get('small')?.bytes, store.get('huge')]).toEqual([10, undefined])
})

test('the bytes are those of the entries, and never above the bound', () => {
  const action = fc.record({
    key: fc.integer({ min: 0, max: 30 }),
    school: fc.integer({ min: 0, max: 5 }),
    bytes: fc.integer({ min: 0, max: 40_000 }),
    act: fc.constantFrom('set', 'get', 'delete'),
  })
  fc.assert(
    fc.property(fc.array(action, { maxLength: 200 }), actions => {
      const store = fresh()
      for (const { key, school, bytes, act } of actions) {
        const name = `${school} ${key}`
        if (act === 'set') store.set(name, { school: String(school), bytes })
        else store[act](name)
        expect(store.bytes).toBeLessThanOrEqual(most)
      }
      store.clear()
      expect(store.bytes).toBe(0)
    }),
  )
})

test('many schools that take what they can each have about the same', () => {
  const store = fresh()
  for (let page = 0; page < 50; page++)
    for (let school = 0; school < 10; school++)
      store.set(`${school} ${page}`, { school: String(school), bytes: 3000 })
  const counts = Array.from({ length: 10 }, (_, school) =>
    Array.from({ length: 50 }, (_, page) => store.peek(`${school} ${page}`)).filter(Boolean),
  ).map(({ length }) => length)
  expect(Math.min(...counts)).toBeGreaterThanOrEqual(Math.max(...counts) - 1)
})
