import { eventually } from '@lms/testing'
import type { Message } from './publisher.ts'
import { type OutboxRow, Relay } from './relay.ts'

const rowsOf = (...positions: number[]): OutboxRow[] =>
  positions.map(position => ({
    position: String(position),
    id: `evt_${position}`,
    subject: 'events.sch_1.order.paid',
    payload: '{}',
    requestId: 'r',
  }))

/** A relay over an outbox in memory; `takes` says which messages the stream stores. */
function relayOver(
  first: OutboxRow[],
  { batch = 10, takes = (_: Message): boolean => true, leads = (): boolean => true } = {},
) {
  const waiting = [...first]
  const published: string[] = []
  const errors: unknown[] = []
  let asked = 0
  const relay = new Relay({
    outbox: {
      pending: async limit => {
        asked++
        return leads() ? waiting.slice(0, limit) : null
      },
      markPublished: async positions => {
        for (const position of positions)
          waiting.splice(
            waiting.findIndex(row => row.position === position),
            1,
          )
      },
    },
    publish: async messages => {
      const stored = messages.map(takes)
      published.push(...messages.filter((_, index) => stored[index]).map(({ id }) => id))
      return stored
    },
    onError: error => void errors.push(error),
    batch,
    // Longer than any test: what happens sooner happens because of a poke.
    pollMs: 60_000,
  })
  return { relay, waiting, published, errors, asked: () => asked }
}

let running: Relay | undefined
afterEach(() => running?.stop())
const start = <T extends { relay: Relay }>(made: T): T => {
  running = made.relay
  made.relay.start()
  return made
}

test('rows go out in the order of their positions, batch after batch without a pause', async () => {
  const { waiting, published } = start(relayOver(rowsOf(1, 2, 3, 4, 5), { batch: 2 }))
  await eventually('all to be published', () => waiting.length === 0)
  expect(published).toEqual(['evt_1', 'evt_2', 'evt_3', 'evt_4', 'evt_5'])
})

test('a poke is enough to send what was committed since', async () => {
  const { relay, waiting, published, asked } = start(relayOver([]))
  await eventually('the relay to look', () => asked() === 1)
  waiting.push(...rowsOf(7))
  relay.poke()
  await eventually('the row to be published', () => published.length === 1)
})

test('a poke that comes while it works is not lost', async () => {
  const made = relayOver(rowsOf(1), {
    takes: ({ id }) => {
      if (id === 'evt_1') {
        // Committed between the reading and the publishing of the first.
        made.waiting.push(...rowsOf(2))
        made.relay.poke()
      }
      return true
    },
  })
  start(made)
  await eventually('both to be published', () => made.published.length === 2)
})

test('what the stream did not take stays, is told, and goes out the next time', async () => {
  let full = true
  const { relay, waiting, published, errors } = start(
    relayOver(rowsOf(1, 2, 3), { takes: ({ id }) => id !== 'evt_2' || !full }),
  )
  await eventually('the fault to be told', () => errors.length > 0)
  expect(published).toEqual(['evt_1', 'evt_3'])
  expect(waiting.map(({ id }) => id)).toEqual(['evt_2'])
  expect(String(errors[0])).toContain('did not take 1 of 3')
  full = false
  relay.poke()
  await eventually('the rest to be published', () => waiting.length === 0)
  expect(published).toEqual(['evt_1', 'evt_3', 'evt_2'])
})

test('one who does not lead publishes nothing, until it leads', async () => {
  let leads = false
  const { relay, published, asked } = start(relayOver(rowsOf(1), { leads: () => leads }))
  await eventually('the relay to look', () => asked() === 1)
  expect(relay.leads).toBe(false)
  expect(published).toEqual([])
  leads = true
  relay.poke()
  await eventually('the row to be published', () => published.length === 1)
  expect(relay.leads).toBe(true)
})

test('a fault of the outbox is told and does not end the relay', async () => {
  let away = true
  const { relay, published, errors } = start(
    relayOver(rowsOf(1), {
      leads: () => {
        if (away) throw new Error('the database is away')
        return true
      },
    }),
  )
  await eventually('the fault to be told', () => errors.length === 1)
  away = false
  relay.poke()
  await eventually('the row to be published', () => published.length === 1)
})

test('it stops while it waits, and before it has begun', async () => {
  const { relay, asked } = start(relayOver([]))
  await eventually('the relay to look', () => asked() === 1)
  await relay.stop()
  await relayOver([]).relay.stop()
})
