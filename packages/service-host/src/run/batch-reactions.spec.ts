// Batch reactions on a real Postgres and NATS.
import { common, Refused } from '@lms/contract'
import { consumerInfo } from '@lms/events'
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { defineService } from '../service.ts'
import { NoteStore, noted, notes, notesService } from '../spec/notes.ts'

const batches: number[] = []
/** How often the waiting reaction has asked for what it needs, by the number of its events; and what it gets. */
const asked: number[] = []
let needed = async () => {}
/** What it has acted on together. */
const acted: number[] = []
const restingNotes = {
  ...notesService,
  batchReactions: [
    defineService({ notes: NoteStore }).batchReaction({
      name: 'seen',
      to: [noted],
      restMs: 600_000,
      prepare: async () => null,
      run: async ({ events }) => void batches.push(events.length),
    }),
    defineService({ notes: NoteStore }).batchReaction({
      name: 'waits',
      to: [noted],
      restMs: 300,
      prepare: async events => {
        asked.push(events.length)
        await needed()
      },
      run: async ({ events }) => void acted.push(events.length),
    }),
  ],
}

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [restingNotes] })
}, 60_000)
afterAll(() => system.stop())

test('what comes while a batch reaction rests has its effects together', async () => {
  const api = system.client('notes', { notes }, system.caller()).notes
  await api.create({ body: { name: 'first' } })
  await eventually('the first', () => batches.length === 1)
  for (const name of ['second', 'third']) await api.create({ body: { name } })
  const info = () => consumerInfo(system.bus, { stream: 'events', durable: 'notes-seen' })
  await eventually('the others to have come', async () => (await info())?.num_ack_pending === 2)
  expect(batches).toEqual([1])
})

test('events that wait in vain for another service come again together: one by one they would wait for long, and other schools behind them', async () => {
  const done = () => acted.reduce((sum, count) => sum + count, 0)
  await eventually('the events before', () => done() === 3)
  asked.length = acted.length = 0
  const allCame = Promise.withResolvers<void>()
  needed = async () => {
    await allCame.promise
    if (asked.length <= 3) throw new Refused(common.unavailable)
  }
  const api = system.client('notes', { notes }, system.caller()).notes
  await Promise.all(Array.from({ length: 8 }, () => api.create({ body: { name: 'a' } })))
  const info = () => consumerInfo(system.bus, { stream: 'events', durable: 'notes-waits' })
  await eventually('all to have come', async () => (await info())?.num_ack_pending === 8)
  allCame.resolve()
  await eventually('all to be done', () => done() === 8)
  // The batch, two of its events, and all of them again; they may have come in two parts.
  expect(asked.length).toBeLessThan(7)
})
