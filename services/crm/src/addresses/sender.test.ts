import { isOwnDomain } from './sender.ts'

const active = ['school.example', 'demo.localhost', 'xn--mlschule-0za.example']

test.each([
  ['school.example', true],
  ['School.Example', true],
  ['news.school.example', true],
  ['demo.localhost', true],
  ['mälschule.example', true],
  ['myschool.example', false],
  ['example', false],
  ['school.example.org', false],
  ['localhost', false],
  ['', false],
])('%j is a domain of the school: %j', (domain, own) => {
  expect(isOwnDomain(domain, active)).toBe(own)
})
