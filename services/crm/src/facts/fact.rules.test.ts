import { newId } from '@lms/contract'
import { difference, type Fact, factsOfSpending, factsOfUser, nameOf } from './fact.rules.ts'

const [tag, course] = [newId('tag'), newId('crs')]
const user = {
  id: newId('usr'),
  email: 'ann@school.example',
  phone: null,
  first_name: 'Ann',
  last_name: '',
  role: 'student' as const,
  locale: 'en',
  time_zone: 'UTC',
  status: 'active' as const,
  custom_fields: {
    city: 'Bonn',
    age: 30.5,
    vip: true,
    born: '1990-02-03',
    likes: ['oil', 'ink'],
    long: 'x'.repeat(400),
  },
  created_at: '2026-11-24T09:00:00.000+00:00',
  tag_ids: [tag],
  group_ids: [],
  consents: ['email' as const],
  messenger: null,
  accesses: [
    { course_id: course, expires_at: '2027-01-01T00:00:00.000+00:00', renews: false },
    { course_id: course, expires_at: '2027-02-01T00:00:00.000+00:00', renews: false },
  ],
}
const factsNamed = (facts: readonly Fact[], name: string) => facts.filter(fact => nameOf(fact) === name)

test.each([
  ['field:email', [{ text: 'ann@school.example' }]],
  ['field:phone', []],
  ['field:last_name', []],
  ['field:created_at', [{ at: user.created_at }]],
  ['field:custom.age', [{ number: 30_500 }]],
  ['field:custom.vip', [{ text: 'true' }]],
  ['field:custom.born', [{ text: '1990-02-03', at: '1990-02-03T00:00:00.000+00:00' }]],
  [
    'field:custom.likes',
    [
      { text: 'oil', place: 0 },
      { text: 'ink', place: 1 },
    ],
  ],
  ['field:custom.long', [{ text: 'x'.repeat(301) }]],
  [`tag:${tag}`, [{}]],
  ['consent:email', [{}]],
  [`access:${course}`, [{ at: '2027-02-01T00:00:00.000+00:00' }]],
])('%s of a person', (name, values) => {
  expect(factsNamed(factsOfUser(user), name)).toMatchObject(values)
  expect(factsNamed(factsOfUser(user), name)).toHaveLength(values.length)
})

test('the difference puts what is new or has another value, and drops the rest', () => {
  const facts = (amount: number) => factsOfSpending([{ currency: 'EUR', amount }])
  expect(difference(facts(100), facts(100))).toEqual({ put: [], drop: [] })
  expect(difference(facts(100), facts(200))).toEqual({ put: facts(200), drop: [] })
  expect(difference(facts(100), [])).toEqual({ put: [], drop: facts(100) })
})
