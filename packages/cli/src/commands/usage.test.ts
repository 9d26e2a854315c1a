import { periodOf, tableOf } from './usage.ts'

const now = new Date('2026-11-21T23:30:00Z')
test.each([
  [{}, { from: '2026-11-01', to: '2026-11-21' }],
  [{ to: '2026-10-31' }, { from: '2026-10-01', to: '2026-10-31' }],
  [{ from: '2026-09-15' }, { from: '2026-09-15', to: '2026-11-21' }],
  [
    { from: '2026-09-15', to: '2026-09-16' },
    { from: '2026-09-15', to: '2026-09-16' },
  ],
])('the period of %j is %j', (input, period) => {
  expect(periodOf(input, now)).toEqual(period)
})

test('figures stand in columns, and what was not counted yet is a dash', () => {
  const usage = {
    ...{ requests: 120, active_people: 3, orders: null, events: 4, deliveries: 0 },
    ...{ tasks: 5, bytes_kept: null, bytes_sent: 1_234_567, agent_tokens: 0 },
  }
  const [head, row] = tableOf('day', [['2026-11-21 *', usage]])
  expect(head!.split(/ {2,}/)).toEqual(
    'day requests active_people orders events deliveries tasks bytes_kept bytes_sent agent_tokens'.split(' '),
  )
  expect(row!.split(/ {2,}/)).toEqual('2026-11-21 *,120,3,–,4,0,5,–,1234567,0'.split(','))
  expect(head).toHaveLength(row!.length)
  expect(tableOf('day', [])).toEqual(['Nothing was counted in this period.'])
})
