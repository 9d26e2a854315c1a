import { createHmac } from 'node:crypto'
import { newId } from '@lms/contract'
import { Vault } from '@lms/service-host'
import { randomBytes } from '@lms/testing/random'
import jwt from 'jsonwebtoken'
import { readSession, signSession } from './session-token.ts'

const ringKey = (id: string) => `${id}:${randomBytes(32).toString('base64')}`
const ring = ringKey('k1')
const vault = new Vault(ring)
const key = vault.derive('sessions')
const claims = { school: newId('sch'), user: newId('usr'), session: newId('ses') }
const from = Date.parse('2026-11-21T09:30:00Z')
const until = from + 3_600_000
const token = signSession(claims, from, until, vault)
const read = (input: string, at = from, school: string = claims.school, by = vault) =>
  readSession(input, school, at, by)

const payload = jwt.decode(token) as jwt.JwtPayload
const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
/** A token of the header and the claims given, signed with HMAC by hand. */
function forged(
  header: object,
  changes: object = {},
  secret: string | Buffer = key,
  hash = 'sha256',
): string {
  const head = `${encoded({ alg: 'HS256', typ: 'JWT', kid: 'k1', ...header })}.${encoded({ ...payload, ...changes })}`
  return `${head}.${createHmac(hash, secret).update(head).digest('base64url')}`
}

test('a token contains its claims', () => {
  expect(read(token)).toEqual(claims)
  expect(read(forged({}))).toEqual(claims)
})

test('it fits into a header with room to spare', () => {
  expect(token.length).toBeLessThan(512)
})

test('it is valid until it expires, in its own school', () => {
  expect(read(token, until - 1000)).toEqual(claims)
  expect(read(token, until)).toBeNull()
  expect(read(token, from, newId('sch'))).toBeNull()
})

test.each([
  ['without a signature', `${token.split('.').slice(0, 2).join('.')}.`],
  ['of the algorithm none', `${encoded({ alg: 'none', typ: 'JWT', kid: 'k1' })}.${encoded(payload)}.`],
  ['of the algorithm none with a signature', forged({ alg: 'none' })],
  ['of the algorithm nOnE', forged({ alg: 'nOnE' })],
  ['of another HMAC', forged({ alg: 'HS512' }, {}, key, 'sha512')],
  ['that says to be signed with a public key', forged({ alg: 'ES256' })],
  ['signed with another key', forged({}, {}, randomBytes(32))],
  ['signed with an empty key', forged({}, {}, '')],
  ['signed with a key for another use', forged({}, {}, vault.derive('cursors'))],
  ['of a key that is not in the ring', forged({ kid: 'k9' })],
  ['that names no key', forged({ kid: undefined })],
  ['that names a key by a path', forged({ kid: '__proto__' })],
  ['that brings its own key', forged({ jwk: { kty: 'oct', k: '' }, kid: 'own' }, {}, '')],
  ['of another issuer', forged({}, { iss: 'other' })],
  ['for nobody', forged({}, { aud: undefined })],
  ['without end that is past', forged({}, { exp: from / 1000 - 1 })],
  ['not yet valid', forged({}, { nbf: from / 1000 + 60 })],
  ['of no session', forged({}, { sid: undefined })],
  ['of a session that is none', forged({}, { sid: newId('key') })],
  ['of no person', forged({}, { sub: newId('ses') })],
  ['that is no JSON', `${encoded({ alg: 'HS256', kid: 'k1' })}.bm9uZQ.bm9uZQ`],
  ['that is nothing', '..'],
  ['that is a key', 'lms_integration_00_00'],
])('one %s is invalid', (_, input) => {
  expect(read(input)).toBeNull()
})

test('an altered character anywhere makes it invalid', () => {
  for (let at = 0; at < token.length - 1; at++) {
    const letter = token[at] === 'A' ? 'B' : 'A'
    const altered = token.slice(0, at) + letter + token.slice(at + 1)
    // The last character of a part may have unused bits.
    const isSame = altered.split('.').some((part, index) => {
      const [one, other] = [part, token.split('.')[index]!].map(text => Buffer.from(text, 'base64url'))
      return !one!.equals(other!)
    })
    if (isSame) expect({ at, found: read(altered) }).toEqual({ at, found: null })
  }
})

test('it stays valid after a new key of the ring, and ends with its own', () => {
  const young = ringKey('k2')
  expect(read(token, from, claims.school, new Vault(`${young},${ring}`))).toEqual(claims)
  expect(read(token, from, claims.school, new Vault(young))).toBeNull()
})
