import { trafficRows } from './traffic.handlers.ts'
import type { ChannelSum } from './traffic.store.ts'

const frame = {
  touch: 'first' as const,
  period: { from: '2026-11-01', to: '2026-12-01' },
  costs: [],
  as_of: { sequence: 1, at: '2026-11-24T10:00:00.000+00:00' },
}
const sum: ChannelSum = {
  ...{ source: 'search', medium: '', campaign: '', kind: 'touch', currency: '' },
  ...{ objects: 501, amount: 0, ids: null },
}

test('the people of a channel that has too many for queries have none, and not an empty list of them', () => {
  const [row] = trafficRows([sum], frame)
  expect(row).toMatchObject({ people: 501, drill: { people: null, orders: [], payments: [] } })
})

test('the people of a channel are named by a query', () => {
  const [row] = trafficRows([{ ...sum, objects: 1, ids: ['usr_01h455vb4pex5vsknk084sn02q'] }], frame)
  expect(row!.drill.people).toEqual([
    '/v1/users?status=active%2Cblocked%2Cdeleted&id=usr_01h455vb4pex5vsknk084sn02q',
  ])
})

test('each of thousands of channels has its own people, and an id of its own', () => {
  const names = Array.from({ length: 5000 }, (_, index) => `c${index}`)
  const sums = names.flatMap((campaign, index) => [
    { ...sum, campaign, objects: index, ids: [] },
    { ...sum, campaign, kind: 'sale' as const, objects: index + 1, ids: [] },
  ])
  const rows = trafficRows(sums, frame)
  expect(rows.map(({ campaign, people, orders }) => [campaign, people, orders])).toEqual(
    names.map((campaign, index) => [campaign, index, index + 1]),
  )
  const barred = ['a|', 'a'].map((source, index) => ({ ...sum, source, medium: index ? '|' : '' }))
  expect(new Set(trafficRows(barred, frame).map(({ id }) => id)).size).toBe(2)
})
