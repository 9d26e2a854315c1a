import type { IncomingMessage } from 'node:http'
import { PartnerCookies } from './partner-cookie.ts'
import { SignedCookies } from './signed-cookies.ts'

const day = 86_400_000
let now = Date.parse('2026-11-22T12:00:00Z')
const signed = new SignedCookies('secret')
const cookies = new PartnerCookies(signed, () => now)
const requestOf = (url: string, headers: Record<string, string> = {}) =>
  ({ url, headers }) as unknown as IncomingMessage
/** The Cookie header of a browser that got this Set-Cookie. */
const returned = (set: string | null) => ({ cookie: `a=b; ${set?.split(';')[0]}; c=d` })

/** Follows links one after the other, each some days after the last; the cookie that the browser has then. */
function followed(...links: (readonly [code: string, daysLater: number])[]): string | null {
  let cookie: string | null = null
  for (const [code, daysLater] of links) {
    now += daysLater * day
    cookie = cookies.follow(requestOf(`/a?partner=${code}`, returned(cookie)), 'sch_1', false) ?? cookie
  }
  return cookie
}
const clicksOf = (set: string | null, school = 'sch_1') => cookies.read(requestOf('/', returned(set)), school)

test('remembers the partners whose links led to the school, for a year', () => {
  const set = cookies.follow(requestOf('/a?x=1&partner=Anns-Blog'), 'sch_1', true)
  expect(set).toMatch(/^lms_partner=[\w.-]+; Max-Age=31536000; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
  const at = now
  expect(clicksOf(set)).toEqual([{ code: 'anns-blog', at }])
  expect(clicksOf(set, 'sch_2')).toEqual([])
  now += 365 * day
  expect(clicksOf(set)).toHaveLength(1)
  now++
  expect(clicksOf(set)).toEqual([])
})

test('the same link counts again after a day, and another one at once', () => {
  const codesOf = (...links: Parameters<typeof followed>) =>
    clicksOf(followed(...links)).map(({ code }) => code)
  expect(codesOf(['ann', 0], ['ann', 0.9])).toEqual(['ann'])
  expect(codesOf(['ann', 0], ['ann', 1])).toEqual(['ann', 'ann'])
  expect(codesOf(['ann', 0], ['bob', 0], ['ann', 0])).toEqual(['ann', 'bob', 'ann'])
})

test('of many links the first and the last four are kept, in a short header', () => {
  const links = Array.from({ length: 9 }, (_, index) => [`${index}`.repeat(40), 2] as const)
  const set = followed(...links)!
  expect(clicksOf(set).map(({ code }) => code[0])).toEqual(['0', '5', '6', '7', '8'])
  expect(set).toMatch(/^[\x20-\x7e]{1,1024}$/)
})

test('an address without a partner, or with what is no code, sets nothing', () => {
  for (const url of [
    '/',
    '/a?utm_source=news',
    ...['', '%00', '-a', 'a'.repeat(41), 'a%20b'].map(odd => `/?partner=${odd}`),
  ])
    expect(cookies.follow(requestOf(url), 'sch_1', false)).toBeNull()
})

test('a cookie of another name or school, or an altered one, is none', () => {
  const value = followed(['ann', 0])!.slice('lms_partner='.length).split(';')[0]!
  const visit = signed.write('lms_visit', [['ann', now]], { school: 'sch_1', seconds: 60, secure: false })
  for (const forged of [visit.slice('lms_visit='.length).split(';')[0], `${value}x`, `x${value}`, ''])
    expect(cookies.read(requestOf('/', { cookie: `lms_partner=${forged}` }), 'sch_1')).toEqual([])
})
