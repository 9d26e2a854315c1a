import { isReserved, readHost } from './domain.rules.ts'

test.each([
  ['School.Example', 'school.example'],
  ['school.example.', 'school.example'],
  ['школа.рф', 'xn--80atdl2c.xn--p1ai'],
  ['STRAẞE.example', 'xn--strae-oqa.example'],
  ['demo.localhost', 'demo.localhost'],
  ['localhost', 'localhost'],
  [`${'a'.repeat(63)}.example`, `${'a'.repeat(63)}.example`],
])('%s is kept as %s', (given, kept) => {
  expect(readHost(given)).toBe(kept)
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
])('%j is no host name', given => {
  expect(readHost(given)).toBeNull()
})

test('names of the machine itself are reserved', () => {
  expect(['localhost', 'demo.localhost', 'intranet'].every(isReserved)).toBe(true)
  expect(isReserved('localhost.example')).toBe(false)
})
