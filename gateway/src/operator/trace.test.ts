import { treeOf } from './trace.ts'
import type { Gathered } from './trace-gather.ts'

const nothing: Gathered = {
  requests: [],
  records: [],
  journal: { events: [], deliveries: [] },
  outboxes: [],
  tasks: [],
  confirmations: [],
  effects: [],
  reactions: [],
  away: [],
}
const record = (id: string, event_ids: string[]) =>
  ({ id, event_ids }) as unknown as Gathered['records'][number]
const journaled = (id: string, sequence: number) =>
  ({ id, school_id: 'sch_1', type: 'order.paid', sequence, created_at: 't' }) as never
const delivery = (id: string, event_id: string) => ({ id, event_id }) as never
const waiting = (id: string, type: string) =>
  ({ id, type, school_id: 'sch_1', created_at: 't' }) as Gathered['outboxes'][number]

test('events are below the change that emitted them, with their deliveries; the others beside', () => {
  const tree = treeOf('r', {
    ...nothing,
    records: [record('a1', ['e1', 'e2']), record('a2', [])],
    journal: {
      events: [journaled('e1', 1), journaled('e2', 2), journaled('e3', 3)],
      deliveries: [delivery('d1', 'e2'), delivery('d2', 'e2')],
    },
  })
  const [first, second] = tree.transactions
  expect(first!.events.map(({ id, sequence, deliveries }) => [id, sequence, deliveries.length])).toEqual([
    ['e1', 1, 0],
    ['e2', 2, 2],
  ])
  expect(second!.events).toEqual([])
  expect(tree.events.map(({ id }) => id)).toEqual(['e3'])
})

test("an event that is not in the journal yet is found in its service's outbox", () => {
  const tree = treeOf('r', {
    ...nothing,
    records: [record('a1', ['e1', 'e2'])],
    outboxes: [waiting('e1', 'order.paid'), waiting('e2', 'payment.succeeded')],
  })
  expect(tree.transactions[0]!.events.map(({ type, state }) => [type, state])).toEqual([
    ['order.paid', 'waiting'],
    ['payment.succeeded', 'waiting'],
  ])
  expect(tree.events).toEqual([])
})

test('an event in outbox and journal counts as in the journal', () => {
  const outboxes = [waiting('e1', 'order.paid')]
  const tree = treeOf('r', {
    ...nothing,
    outboxes,
    journal: { events: [journaled('e1', 7)], deliveries: [] },
  })
  expect(tree.events).toMatchObject([{ id: 'e1', state: 'journaled', sequence: 7 }])
})

test('reactions are listed with their event', () => {
  const reaction = { event_id: 'e1', service: 'commerce', reaction: 'people', handled_at: null } as never
  const tree = treeOf('r', {
    ...nothing,
    journal: { events: [journaled('e1', 1)], deliveries: [] },
    reactions: [reaction],
  })
  expect(tree.events[0]!.reactions).toEqual([{ service: 'commerce', reaction: 'people', handled_at: null }])
})
