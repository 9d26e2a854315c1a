import { generateKeyPairSync } from 'node:crypto'
import type { Caller } from '@lms/contract'
import jwt from 'jsonwebtoken'
import { type Identity, TokenSigner, TokenVerifier } from './token.ts'

const pair = () =>
  generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
const [gateway, commerce, stranger] = [pair(), pair(), pair()]
const trusted = { gateway: gateway.publicKey, commerce: commerce.publicKey }
const caller = { school: 'sch_1', key: 'key_1', role: 'owner', rights: [['*']] } as unknown as Caller
const asCaller: Identity = { kind: 'caller', caller }
const asService: Identity = { kind: 'service', service: 'commerce', school: 'sch_1' }

let seconds: number
const now = () => new Date(seconds * 1000)
beforeEach(() => {
  seconds = 1_800_000_000
})
const signer = (name: string, { privateKey }: { privateKey: string }) =>
  new TokenSigner({ name, privateKey }, now)
const verifier = (audience = 'users') => new TokenVerifier(audience, trusted, now)
const refused = expect.objectContaining({
  refusal: expect.objectContaining({ reason: 'credential_invalid' }),
})
const expectRefused = (token: string | undefined, by = verifier()) => {
  let thrown: unknown
  try {
    by.verify(token)
  } catch (error) {
    thrown = error
  }
  expect(thrown).toEqual(refused)
}
const forged = (payload: object, key: string, options: jwt.SignOptions) =>
  jwt.sign({ aud: 'users', iat: seconds, exp: seconds + 60, ...payload }, key, options)

test('the gateway names the caller, a service names itself', () => {
  expect(verifier().verify(signer('gateway', gateway).sign('users', asCaller, 'k'))).toEqual(asCaller)
  expect(verifier().verify(signer('commerce', commerce).sign('users', asService, 'k'))).toEqual(asService)
})

test('a missing or malformed token is refused', () => {
  for (const token of [undefined, '', 'a.b.c', 'not a token', '\u0000']) expectRefused(token)
})

test('a token for another service is refused', () => {
  expectRefused(signer('gateway', gateway).sign('commerce', asCaller, 'k'))
})

test('a token ends after a minute, also one that was seen before', () => {
  const token = signer('gateway', gateway).sign('users', asCaller, 'k')
  const seen = verifier()
  expect(seen.verify(token)).toEqual(asCaller)
  seconds += 59
  expect(seen.verify(token)).toEqual(asCaller)
  seconds += 1
  expectRefused(token, seen)
  expectRefused(token)
})

test.each([
  ['that never ends', { exp: undefined }],
  ['that does not say when it was made', { iat: undefined }],
  ['that lives longer than a minute', { exp: 1_800_000_000 + 61 }],
  ['whose end is no number', { exp: 'never' }],
])('a token %s is refused', (_, claims) => {
  for (const [identity, iss, { privateKey }] of [
    [asCaller, 'gateway', gateway],
    [asService, 'commerce', commerce],
  ] as const) {
    const payload = { ...identity, iss, aud: 'users', iat: seconds, exp: seconds + 60, ...claims }
    // Without the library's own checks of its input.
    const text = JSON.stringify(payload)
    expectRefused(jwt.sign(text, privateKey, { algorithm: 'ES256', keyid: iss }))
  }
})

test('an unsigned token is refused', () => {
  expectRefused(forged({ ...asCaller, iss: 'gateway' }, '', { algorithm: 'none', keyid: 'gateway' }))
})

test('a token signed with the public key as a secret is refused', () => {
  // A verifier that let the token choose the algorithm would accept this.
  const header = Buffer.from(JSON.stringify({ alg: 'HS256', typ: 'JWT', kid: 'gateway' })).toString(
    'base64url',
  )
  const body = Buffer.from(
    JSON.stringify({ ...asCaller, iss: 'gateway', aud: 'users', iat: seconds, exp: seconds + 60 }),
  ).toString('base64url')
  const { createHmac } = process.getBuiltinModule('node:crypto')
  const signature = createHmac('sha256', gateway.publicKey).update(`${header}.${body}`).digest('base64url')
  expectRefused(`${header}.${body}.${signature}`)
})

test('a signature by another key under a known name is refused', () => {
  const options = { algorithm: 'ES256', keyid: 'gateway' } as const
  expectRefused(forged({ ...asCaller, iss: 'gateway' }, stranger.privateKey, options))
})

test('an unknown key is refused, also under the name of an inherited property', () => {
  for (const keyid of ['stranger', 'constructor', '__proto__'])
    expectRefused(forged({ ...asCaller, iss: keyid }, stranger.privateKey, { algorithm: 'ES256', keyid }))
})

test('a service cannot name an outside caller', () => {
  const options = { algorithm: 'ES256', keyid: 'commerce' } as const
  expectRefused(forged({ ...asCaller, iss: 'commerce' }, commerce.privateKey, options))
  expectRefused(forged({ ...asCaller, iss: 'gateway' }, commerce.privateKey, options))
})

test('a service can only use its own name', () => {
  const options = { algorithm: 'ES256', keyid: 'commerce' } as const
  const token = forged({ ...asService, service: 'users', iss: 'commerce' }, commerce.privateKey, options)
  expect(verifier().verify(token)).toEqual(asService)
})

test('an altered token is refused', () => {
  const token = signer('gateway', gateway).sign('users', asCaller, 'k')
  const [header, body, signature] = token.split('.') as [string, string, string]
  const payload = JSON.parse(Buffer.from(body, 'base64url').toString())
  payload.caller.school = 'sch_2'
  expectRefused(`${header}.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.${signature}`)
})

test('a token is reused for half a minute, for the same caller and service', () => {
  const signs = signer('gateway', gateway)
  const first = signs.sign('users', asCaller, 'k')
  seconds += 29
  expect(signs.sign('users', asCaller, 'k')).toBe(first)
  expect(signs.sign('commerce', asCaller, 'k')).not.toBe(first)
  expect(signs.sign('users', asCaller, 'other')).not.toBe(first)
  seconds += 1
  expect(signs.sign('users', asCaller, 'k')).not.toBe(first)
})
