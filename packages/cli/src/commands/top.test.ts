import { busiest, topText } from './top.ts'

const idle = {
  ...{ last_minute: 0, processor_ms: 0, events: 0, deliveries: 0, tasks: 0 },
  ...{ requests: 9, limited: 0, failed: 0, unrecorded: 0 },
}
const load = {
  at: '2026-11-30T12:00:00.000Z',
  schools: [
    { school_id: 'sch_a', ...idle, last_minute: 900 },
    { school_id: 'sch_b', ...idle, last_minute: 10, deliveries: 5000 },
    { school_id: 'sch_c', ...idle },
  ],
}
const idsBy = (cause: 'requests' | 'deliveries' | 'failed') =>
  busiest(load, cause).schools.map(({ school_id }) => school_id)

test('the order follows the cause, and schools without it are left out', () => {
  expect(idsBy('requests')).toEqual(['sch_a', 'sch_b'])
  expect(idsBy('deliveries')).toEqual(['sch_b'])
  expect(idsBy('failed')).toEqual([])
})

test('a line shows the school, its domain and all causes', () => {
  const schools = busiest(load, 'deliveries').schools.map(each => ({ ...each, domain: 'b.example' }))
  expect(topText({ schools })[1]).toMatch(/^sch_b +b\.example +10 +0 +0 +5000 +0 +0 +0$/)
  expect(topText({ schools: [] })).toEqual(['No school has caused any of it.'])
})
