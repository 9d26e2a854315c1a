import { certificateOf, firstCertificateLook, nextCertificateLook, type Seen } from './certificate.rules.ts'

const now = new Date('2026-11-22T10:00:00Z')
const hour = 3_600_000
const inHours = (hours: number) => new Date(now.getTime() + hours * hour)
const at = (hours: number) => inHours(hours).toISOString().replace('Z', '+00:00')
const seen = (from: number, to: number, refused: 'untrusted' | 'other_name' | null = null): Seen => ({
  validFrom: inHours(from * 24),
  validTo: inHours(to * 24),
  refused,
})

test.each([
  ['a fresh one', seen(-1, 89), 'valid', null],
  ['one of ninety days with a fifth of them left', seen(-72, 18), 'valid', null],
  ['one of ninety days with less left', seen(-73, 17), 'expiring', null],
  ['one of six days with two left', seen(-4, 2), 'valid', null],
  ['one of six days with one left', seen(-5, 1), 'expiring', null],
  ['one that ends now', seen(-90, 0), 'expired', null],
  ['one from tomorrow on', seen(1, 90), 'invalid', 'not_yet_valid'],
  ['one for another name', seen(-1, 89, 'other_name'), 'invalid', 'other_name'],
  ['one of an unknown issuer', seen(-1, 89, 'untrusted'), 'invalid', 'untrusted'],
  ['an ended one for another name', seen(-90, -1, 'other_name'), 'expired', 'other_name'],
  ['none', { none: 'no_connection' } as const, 'none', 'no_connection'],
])('%s: %j', (_, probe, status, problem) => {
  expect(certificateOf(probe, now)).toEqual({
    status,
    problem,
    expires_at: 'none' in probe ? null : probe.validTo.toISOString().replace('Z', '+00:00'),
    checked_at: at(0),
  })
})

test.each([
  ['valid', 100, 24],
  ['none', 0, 1 / 60],
  ['none', 4, 1],
  ['invalid', 400, 24],
  ['expiring', 4, 1],
] as const)('%s %i hours after the domain was added: looked at again in %d hours', (status, age, pause) => {
  const domain = { host: 'school.example', created_at: at(-age) }
  const certificate = { status, expires_at: null, checked_at: null, problem: null }
  expect(nextCertificateLook(domain, certificate, now)).toBe(at(pause))
  expect(nextCertificateLook({ ...domain, host: 'demo.localhost' }, certificate, now)).toBeNull()
})

test('a name that is not in public DNS has no certificate to look at', () => {
  expect(firstCertificateLook('school.internal', at(0))).toBeNull()
  expect(firstCertificateLook('school.example', at(0))).toBe(at(1 / 60))
})
