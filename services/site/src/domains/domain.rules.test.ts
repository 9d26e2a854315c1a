import { checkSettings } from '@lms/service-host'
import {
  addressRecordsOf,
  isReserved,
  nextLook,
  problemOf,
  readHost,
  withParents,
  zoneOf,
} from './domain.rules.ts'
import { domainTargetSetting, domainTargetsOf } from './domain-settings.ts'
import { isPublicSuffix } from './public-suffix.ts'

test.each([
  ['School.Example', 'school.example'],
  ['school.example.', 'school.example'],
  ['школа.рф', 'xn--80atdl2c.xn--p1ai'],
  ['STRAẞE.example', 'xn--strae-oqa.example'],
  ['demo.localhost', 'demo.localhost'],
  ['localhost', 'localhost'],
  [`${'a'.repeat(63)}.example`, `${'a'.repeat(63)}.example`],
])('%s has the canonical form %s', (input, canonicalHost) => {
  expect(readHost(input)).toBe(canonicalHost)
})

test.each([
  '',
  '.',
  'a..b',
  '*.school.example',
  '127.0.0.1',
  '0x7f.1',
  '2130706433',
  '[::1]',
  '::1',
  'school.example:8080',
  'user@school.example',
  'school.example/path',
  'sch%6fol.example',
  'two words.example',
  '-a.example',
  'a-.example',
  'a_b.example',
  `${'a'.repeat(64)}.example`,
  `${'a.'.repeat(126)}example`,
  'nul\u0000.example',
])('%j is not a host name', input => {
  expect(readHost(input)).toBeNull()
})

test.each([
  ['localhost', true],
  ['demo.localhost', true],
  ['intranet', true],
  ['printer.local', true],
  ['school.internal', true],
  ['abc.onion', true],
  ['school.home.arpa', true],
  ['school.alt', true],
  ['school.test', true],
  ['school.invalid', true],
  ['localhost.example', false],
  ['internal.school.example', false],
  ['thelocal', true],
  ['school.notlocal', false],
])('only the platform team assigns %s: %s', (host, expected) => {
  expect(isReserved(host)).toBe(expected)
})

test.each([
  ['school.example', 'school.example'],
  ['a.b.school.example', 'school.example'],
  ['intranet', 'intranet'],
])('the zone of %s is %s', (host, zone) => {
  expect(zoneOf(host)).toBe(zone)
})

test('a host is below every name that is a suffix of it', () => {
  expect(withParents('a.school.example')).toEqual(['a.school.example', 'school.example', 'example'])
})

test.each([
  ['co.uk', true],
  ['school.co.uk', false],
  ['com', true],
  ['github.io', true],
  ['school.github.io', false],
  ['school.example', false],
  ['xn--p1ai', true],
  ['xn--80atdl2c.xn--p1ai', false],
])('%s is a public suffix: %s', (host, expected) => {
  expect(isPublicSuffix(host)).toBe(expected)
})

const claimed = '2026-11-22T10:00:00.000+00:00'
test.each([
  ['2026-11-22T10:00:00.000+00:00', '2026-11-22T10:00:15.000+00:00'],
  ['2026-11-22T10:02:00.000+00:00', '2026-11-22T10:02:30.000+00:00'],
  ['2026-11-24T10:00:00.000+00:00', '2026-11-24T11:00:00.000+00:00'],
])('a claim looked up at %s is looked up again at %s', (now, next) => {
  expect(nextLook(claimed, now)).toBe(next)
})

test.each([
  [[], 'record_missing'],
  [['lms-school=other'], 'record_different'],
  [['lms-school=mine '], null],
  [['other', 'lms-school=mine'], null],
  [['lms-school=minetoo'], 'record_different'],
])('with the records %j the problem is %s', (values, problem) => {
  expect(problemOf(values, 'lms-school=mine')).toBe(problem)
})

test('a domain is pointed to each address of the platform by the record of its kind', () => {
  const records = addressRecordsOf('school.example', ['schools.platform.example', '192.0.2.1', '2001:db8::1'])
  expect(records.map(({ type, name, value }) => `${name} ${type} ${value}`)).toEqual([
    'school.example CNAME schools.platform.example',
    'school.example A 192.0.2.1',
    'school.example AAAA 2001:db8::1',
  ])
})

test.each(['schools.platform.example, 192.0.2.1', ''])('%j names addresses of the platform', targets => {
  const expected = targets ? ['schools.platform.example', '192.0.2.1'] : []
  expect(domainTargetsOf({ settings: { LMS_DOMAIN_TARGETS: targets } })).toEqual(expected)
})

test('an address of the platform that is none stops the service', () => {
  const config = { settings: { LMS_DOMAIN_TARGETS: 'https://x.example' } }
  expect(() => checkSettings([domainTargetSetting], config)).toThrow('LMS_DOMAIN_TARGETS')
})
