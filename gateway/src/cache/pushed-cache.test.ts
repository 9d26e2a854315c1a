import { PushedCache } from './pushed-cache.ts'

interface Thing {
  name: string
}
let now = 0
let live = true
const fresh = (most = 100) => new PushedCache<Thing>({ most, live: () => live, now: () => now })
const thing = (name: string) => async () => ({ name })
beforeEach(() => {
  now = 0
  live = true
})

test('a value is cached for a minute while messages arrive, for a second while they do not', async () => {
  const cache = fresh()
  await cache.load('a', 's', thing('a'))
  now = 59_999
  expect(cache.get('a')).toEqual({ name: 'a' })
  live = false
  expect(cache.get('a')).toBeUndefined()
  await cache.load('a', 's', thing('b'))
  now += 999
  expect(cache.get('a')).toEqual({ name: 'b' })
  now += 1
  expect(cache.get('a')).toBeUndefined()
})

test('the absence of a value is cached for a second', async () => {
  const cache = fresh()
  await cache.load('a', 's', async () => null)
  now = 999
  expect(cache.get('a')).toBeNull()
  now = 1000
  expect(cache.get('a')).toBeUndefined()
})

test('an expired value is still known as such, until it is invalidated or found missing', async () => {
  const cache = fresh()
  await cache.load('a', 's', thing('a'))
  await cache.load('b', 's', thing('b'))
  now = 3_600_000
  expect([cache.get('a'), cache.has('a'), cache.has('c')]).toEqual([undefined, true, false])
  await cache.load('a', 's', async () => null)
  cache.invalidate('s', value => value?.name === 'b')
  expect([cache.has('a'), cache.has('b')]).toEqual([false, false])
})

test('one load serves all simultaneous callers', async () => {
  const cache = fresh()
  let calls = 0
  const ask = async () => ({ name: String(++calls) })
  const values = await Promise.all([cache.load('a', 's', ask), cache.load('a', 's', ask)])
  expect(values).toEqual([{ name: '1' }, { name: '1' }])
})

test('a load during a change serves its waiters, but is neither cached nor joined by later callers', async () => {
  const cache = fresh()
  const { promise, resolve: arrive } = Promise.withResolvers<Thing>()
  const slow = cache.load('a', 's', () => promise)
  cache.invalidate('s')
  const after = cache.load('a', 's', thing('new'))
  arrive({ name: 'old' })
  expect(await slow).toEqual({ name: 'old' })
  expect(await after).toEqual({ name: 'new' })
  expect(cache.get('a')).toEqual({ name: 'new' })
})

test('a change of another group has no effect', async () => {
  const cache = fresh()
  const loading = cache.load('a', 's', thing('a'))
  cache.invalidate('other')
  await loading
  expect(cache.get('a')).toEqual({ name: 'a' })
})

test('only the matching entries are invalidated', async () => {
  const cache = fresh()
  await cache.load('a', 's', thing('a'))
  await cache.load('b', 's', thing('b'))
  cache.invalidate('s', value => value?.name === 'a')
  expect(cache.get('a')).toBeUndefined()
  expect(cache.get('b')).toEqual({ name: 'b' })
})

test('a failed load is not cached', async () => {
  const cache = fresh()
  await expect(cache.load('a', 's', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(await cache.load('a', 's', thing('a'))).toEqual({ name: 'a' })
})

test('evicted and reloaded entries can still be invalidated', async () => {
  const cache = fresh(2)
  for (const key of ['a', 'b', 'c', 'c']) await cache.load(key, 's', thing(key))
  expect(cache.get('a')).toBeUndefined()
  cache.invalidate('s')
  expect(cache.get('b')).toBeUndefined()
  expect(cache.get('c')).toBeUndefined()
})
