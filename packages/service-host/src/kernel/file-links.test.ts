import { downloadPath, readToken } from './file-links.ts'
import { Vault } from './vault.ts'

const key = (byte: number) => `k${byte}:${Buffer.alloc(32, byte).toString('base64')}`
const vault = new Vault(key(7))
const link = { school: 'sch_1', id: 'job_1', expires_at: '2026-11-22T09:30:00.000+00:00' }
const token = downloadPath(vault, link).slice('/downloads/'.length)
const before = new Date('2026-11-22T09:29:59Z')
const [id, ends, signature] = token.split('.') as [string, string, string]

test('a link opens its file until it expires', () => {
  expect(readToken(vault, token, 'sch_1', before)).toBe('job_1')
  expect(readToken(vault, token, 'sch_1', new Date('2026-11-22T09:30:00Z'))).toBeNull()
})

test('a link stays valid after a rotation of the keys, until its key is removed', () => {
  expect(readToken(new Vault(`${key(8)},${key(7)}`), token, 'sch_1', before)).toBe('job_1')
  expect(readToken(new Vault(key(8)), token, 'sch_1', before)).toBeNull()
})

test.each([
  ['another school', token, 'sch_2'],
  ['another file', `job_2.${ends}.${signature}`, 'sch_1'],
  ['a later end', `${id}.${Number(ends) + 1000}.${signature}`, 'sch_1'],
  ['no signature', `${id}.${ends}.`, 'sch_1'],
  ['a shorter signature', token.slice(0, -1), 'sch_1'],
  ['more than a link', `${token}.x`, 'sch_1'],
  ['anything', 'x', 'sch_1'],
  ['an end that is no time', `${id}.99999999999999999.${signature}`, 'sch_1'],
])('it is invalid with %s', (_, signedLink, school) => {
  expect(readToken(vault, signedLink, school, before)).toBeNull()
})
