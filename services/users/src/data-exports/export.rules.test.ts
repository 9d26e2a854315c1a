import { linkToken, readToken } from './export.rules.ts'

const key = Buffer.alloc(32, 7)
const link = { school: 'sch_1', id: 'job_1', expires_at: '2026-11-22T09:30:00.000+00:00' }
const token = linkToken(key, link)
const before = new Date('2026-11-22T09:29:59Z')
const [id, ends, signature] = token.split('.') as [string, string, string]

test('a link opens its export until it expires', () => {
  expect(readToken(key, token, 'sch_1', before)).toBe('job_1')
  expect(readToken(key, token, 'sch_1', new Date('2026-11-22T09:30:00Z'))).toBeNull()
})

test.each([
  ['another school', token, 'sch_2', key],
  ['another key', token, 'sch_1', Buffer.alloc(32, 8)],
  ['another export', `job_2.${ends}.${signature}`, 'sch_1', key],
  ['a later end', `${id}.${Number(ends) + 1000}.${signature}`, 'sch_1', key],
  ['no signature', `${id}.${ends}.`, 'sch_1', key],
  ['a shorter signature', token.slice(0, -1), 'sch_1', key],
  ['more than a link', `${token}.x`, 'sch_1', key],
  ['anything', 'x', 'sch_1', key],
  ['an end that is no time', `${id}.99999999999999999.${signature}`, 'sch_1', key],
])('it is invalid with %s', (_, given, school, other) => {
  expect(readToken(other, given, school, before)).toBeNull()
})
