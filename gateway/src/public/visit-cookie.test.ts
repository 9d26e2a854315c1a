import type { IncomingMessage } from 'node:http'
import fc from 'fast-check'
import { SignedCookies } from './signed-cookies.ts'
import { VisitCookies } from './visit-cookie.ts'

let now = Date.parse('2026-11-22T12:00:00Z')
const cookies = new VisitCookies(new SignedCookies('secret'), () => now)
const requestOf = (url: string, headers: Record<string, string> = {}) =>
  ({ url, headers }) as unknown as IncomingMessage
/** The Cookie header of a browser that got this Set-Cookie. */
const returned = (set: string | null) => ({ cookie: `a=b; ${set?.split(';')[0]}; c=d` })

test('a visit keeps when it began, where it came from, and its campaign', () => {
  const url = '/course?utm_source=news&utm_campaign=Sommer%20%F0%9F%8C%9E&other=1'
  const set = cookies.begin(requestOf(url, { referer: 'https://a.example/b?secret=1#c' }), 'sch_1', true)
  expect(set).toMatch(/^lms_visit=[\w.-]+; Max-Age=86400; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
  const startedAt = now
  now += 5000
  expect(cookies.read(requestOf('/', returned(set)), 'sch_1')).toEqual({
    startedAt,
    referrer: 'https://a.example/b',
    utm: { source: 'news', campaign: 'Sommer 🌞' },
  })
  expect(cookies.begin(requestOf('/', returned(set)), 'sch_1', true)).toBeNull()
  expect(cookies.begin(requestOf('/?utm_source=news', returned(set)), 'sch_1', true)).toBeNull()
})

test('another campaign begins another visit', () => {
  const set = cookies.begin(requestOf('/?utm_source=news'), 'sch_1', false)
  const next = cookies.begin(requestOf('/?utm_source=ads', returned(set)), 'sch_1', false)
  expect(next).not.toContain('Secure')
  expect(cookies.read(requestOf('/', returned(next)), 'sch_1')?.utm).toEqual({ source: 'ads' })
})

test('it ends after a day, and belongs to one school', () => {
  const set = cookies.begin(requestOf('/'), 'sch_1', false)
  expect(cookies.read(requestOf('/', returned(set)), 'sch_2')).toBeNull()
  now += 86_400_000
  expect(cookies.read(requestOf('/', returned(set)), 'sch_1')).not.toBeNull()
  now += 1
  expect(cookies.read(requestOf('/', returned(set)), 'sch_1')).toBeNull()
  now -= 86_400_002
  expect(cookies.read(requestOf('/', returned(set)), 'sch_1')).toBeNull()
})

test('no altered cookie is read', () => {
  const set = cookies.begin(requestOf('/?utm_source=news'), 'sch_1', false)!
  const value = set.slice('lms_visit='.length, set.indexOf(';'))
  for (let at = 0; at < value.length; at++) {
    const other = value[at] === 'A' ? 'B' : 'A'
    const altered = `lms_visit=${value.slice(0, at)}${other}${value.slice(at + 1)}`
    expect(cookies.read(requestOf('/', { cookie: altered }), 'sch_1')).toBeNull()
  }
  for (const cookie of [
    'lms_visit=',
    'lms_visit=.',
    'lms_visit=a.b.c',
    `lms_visit=${'a'.repeat(5000)}`,
    '=;;=',
  ])
    expect(cookies.read(requestOf('/', { cookie }), 'sch_1')).toBeNull()
})

test('whatever the address and the referrer are, the cookie is one short readable header', () => {
  const text = fc.string({ unit: 'binary', maxLength: 400 })
  fc.assert(
    fc.property(text, text, text, (source, content, referer) => {
      const query = new URLSearchParams({ utm_source: source, utm_content: content, utm_term: content })
      const set = cookies.begin(
        requestOf(`/?${query}`, { referer: `https://a.example/${referer}` }),
        's',
        true,
      )!
      expect(set).toMatch(/^[\x20-\x7e]{1,1024}$/)
      expect(cookies.read(requestOf('/', returned(set)), 's')).toMatchObject({ startedAt: now })
    }),
  )
})
