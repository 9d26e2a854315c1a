import { trafficRows } from './traffic.handlers.ts'
import type { ChannelSum } from './traffic.store.ts'

const frame = {
  touch: 'first' as const,
  period: { from: '2026-11-01', to: '2026-12-01' },
  zone: 'UTC',
  costs: [],
  as_of: { sequence: 1, at: '2026-11-24T10:00:00.000+00:00' },
}
const sum: ChannelSum = {
  ...{ source: 'search', medium: '', campaign: '', kind: 'touch', currency: '' },
  ...{ objects: 501, amount: 0, people: null },
}

test('the people of a channel that has too many for queries have none, and not an empty list of them', () => {
  const [row] = trafficRows([sum], frame)
  expect(row).toMatchObject({ people: 501, drill: { people: null, orders: [], payments: [] } })
})

test('the people of a channel are named by a query', () => {
  const [row] = trafficRows([{ ...sum, objects: 1, people: ['usr_01h455vb4pex5vsknk084sn02q'] }], frame)
  expect(row!.drill.people).toEqual(['/v1/users?id=usr_01h455vb4pex5vsknk084sn02q'])
})
