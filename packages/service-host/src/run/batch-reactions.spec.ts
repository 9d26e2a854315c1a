// Batch reactions on a real Postgres and NATS.
import { consumerInfo } from '@lms/events'
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { defineService } from '../service.ts'
import { NoteStore, noted, notes, notesService } from '../spec/notes.ts'

const batches: number[] = []
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
