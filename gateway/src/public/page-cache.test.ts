import { common, newId, Refused } from '@lms/contract'
import type { Visit } from '@lms/site/contract'
import type { Ask } from '../cache/service-clients.ts'
import { Shares } from '../limits/shares.ts'
import { type CachedPage, PageCache } from './page-cache.ts'

const page: Visit = {
  status: 200,
  location: null,
  content_type: 'text/html; charset=utf-8',
  body: '<p>Hello</p>'.repeat(100),
  headers: { 'content-security-policy': "default-src 'none'" },
  keep_seconds: 60,
  interactive: false,
}
const school = newId('sch')

let now = 0
let live = true
let paths: string[] = []
let answer: (path: string, preview: string | null) => Promise<Visit> = async () => page
beforeEach(() => {
  now = 0
  live = true
  paths = []
  answer = async () => page
})

function fresh(maxBytes = 1_000_000, questions = new Shares({ all: 64, each: 8 })) {
  const find = ({ body: { path, preview } }: { body: { path: string; preview: string | null } }) => {
    paths.push(path)
    return answer(path, preview)
  }
  const ask = (() => ({ visiting: { find } })) as unknown as Ask
  const cache = new PageCache({ ask, live: () => live, maxBytes, questions, now: () => now })
  const visit = (path: string, from = school, network = '192.0.2.1') =>
    cache.find(path, { school: from, network, requestId: 'r' })
  return { cache, visit }
}
const textOf = ({ text }: CachedPage) => Buffer.from(text.for(undefined).body as string, 'latin1').toString()
const failUnavailable = async () => {
  throw new Refused(common.unavailable)
}

test('a page is asked for once in a minute, by all visitors at once, too', async () => {
  const { visit } = fresh()
  const [one, other] = await Promise.all([visit('/'), visit('/')])
  expect(one).toBe(other)
  now = 59_999
  expect(textOf(await visit('/'))).toBe(page.body)
  expect(paths).toEqual(['/'])
  now = 60_000
  const again = await visit('/')
  expect(paths).toEqual(['/', '/'])
  // Compressed once for each text.
  expect(again.text).toBe(one.text)
})

test('it is asked for again after a change, and while changes do not arrive after a second', async () => {
  const { cache, visit } = fresh()
  await visit('/')
  cache.invalidate(newId('sch'), { kind: 'pages' })
  cache.invalidate(school, { kind: 'key' })
  await visit('/')
  expect(paths).toHaveLength(1)
  for (const kind of ['pages', 'site', 'school', 'domain', 'unknown']) {
    cache.invalidate(school, { kind })
    await visit('/')
  }
  expect(paths).toHaveLength(6)
  cache.clear()
  await visit('/')
  expect(paths).toHaveLength(7)
  live = false
  now = 999
  await visit('/')
  expect(paths).toHaveLength(7)
  now = 1000
  await visit('/')
  expect(paths).toHaveLength(8)
})

test('a page that changes while it is asked for is not kept', async () => {
  const { cache, visit } = fresh()
  const { promise, resolve } = Promise.withResolvers<Visit>()
  answer = () => promise
  const slow = visit('/')
  cache.invalidate(school, { kind: 'pages' })
  answer = async () => ({ ...page, body: 'new' })
  resolve({ ...page, body: 'old' })
  expect(textOf(await slow)).toBe('old')
  expect(textOf(await visit('/'))).toBe('new')
})

test('an answer is kept no longer than it may be, and one for one visitor not at all', async () => {
  const { visit } = fresh()
  answer = async () => ({ ...page, keep_seconds: 5 })
  await visit('/a')
  now = 4999
  await visit('/a')
  now = 5000
  await visit('/a')
  expect(paths).toEqual(['/a', '/a'])
  answer = async () => ({ ...page, status: 404, keep_seconds: 0 })
  for (let time = 0; time < 3; time++) await visit('/nowhere')
  expect(paths).toHaveLength(5)
})

test('a kept page is served for a minute longer while the site service is away or slow', async () => {
  const { cache, visit } = fresh()
  await visit('/')
  answer = failUnavailable
  now = 119_999
  expect(textOf(await visit('/'))).toBe(page.body)
  answer = () => new Promise(() => {})
  expect(textOf(await visit('/'))).toBe(page.body)
  now = 120_000
  answer = failUnavailable
  cache.clear()
  await expect(visit('/')).rejects.toMatchObject({ refusal: { status: 503 } })
})

test('a page withdrawn while the site service is slow is not served', async () => {
  const { cache, visit } = fresh()
  await visit('/')
  now = 60_000
  const { promise, resolve } = Promise.withResolvers<Visit>()
  answer = () => promise
  const waiting = visit('/')
  cache.invalidate(school, { kind: 'pages' })
  setTimeout(() => resolve({ ...page, status: 404, body: 'gone', keep_seconds: 0 }), 1200)
  expect(textOf(await waiting)).toBe('gone')
})

test('a refusal of the site service is no reason for an old page', async () => {
  const { visit } = fresh()
  await visit('/')
  now = 60_000
  answer = async () => {
    throw new Refused(common.not_found)
  }
  await expect(visit('/')).rejects.toMatchObject({ refusal: { status: 404 } })
})

test('schools and paths never share a page', async () => {
  const { visit } = fresh()
  const other = newId('sch')
  answer = async path => ({ ...page, body: `${paths.length} ${path}` })
  const texts = [await visit('/a'), await visit('/b'), await visit('/a', other), await visit('/a')].map(
    textOf,
  )
  expect(texts).toEqual(['1 /a', '2 /b', '3 /a', '1 /a'])
})

test('a school with 2,000 large pages leaves another school’s pages in place', async () => {
  const { visit } = fresh(2_000_000)
  const small = newId('sch')
  await visit('/', small)
  const large = 'x'.repeat(100_000)
  answer = async path => ({ ...page, body: path + large })
  for (let number = 0; number < 2000; number++) await visit(`/${number}`)
  paths = []
  await visit('/', small)
  expect(paths).toEqual([])
  await visit('/0')
  expect(paths).toEqual(['/0'])
})

test('one network, and one school, have a bounded number of questions; each school finds room', async () => {
  const { visit } = fresh(1_000_000, new Shares({ all: 16, each: 4 }))
  answer = () => new Promise(() => {})
  const outcomes = (count: number, from: typeof school, network: (number: number) => string) =>
    Array.from({ length: count }, (_, number) => {
      const state = { refused: false }
      visit(`/${network(number)}/${number}`, from, network(number)).catch(() => {
        state.refused = true
      })
      return state
    })
  const one = outcomes(10, school, () => 'a')
  const crowd = outcomes(20, school, number => `b${number}`)
  const other = outcomes(3, newId('sch'), () => 'c')
  await new Promise(resolve => setImmediate(resolve))
  const refused = (states: { refused: boolean }[]) => states.filter(state => state.refused).length
  expect([refused(one), refused(crowd), refused(other)]).toEqual([6, 16, 0])
})

test('the target of a redirect is written with the letters that a header can have', async () => {
  const { visit } = fresh()
  answer = async () => ({ ...page, status: 307, body: '', location: '/курс/a%20b?x=ä\r\nx: y' })
  expect((await visit('/old')).headers).toMatchObject({
    location: '/%D0%BA%D1%83%D1%80%D1%81/a%20b?x=%C3%A4%0D%0Ax:%20y',
  })
})

test('a draft is asked for each time, whatever the site service says', async () => {
  const { cache } = fresh()
  answer = async (_, preview) => ({ ...page, body: `draft ${preview}` })
  const visitor = { school, network: 'n', requestId: 'r' }
  for (let time = 0; time < 2; time++) {
    const draft = await cache.preview('token', visitor)
    expect([textOf(draft), draft.keepMs]).toEqual(['draft token', 0])
  }
  expect(paths).toEqual(['/', '/'])
})
