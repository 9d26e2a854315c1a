// Batch reactions on a real Postgres and NATS.
import { common, newId, Refused } from '@lms/contract'
import { consumerInfo, eventSubject } from '@lms/events'
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { defineService } from '../define-service.ts'
import type { Listened } from '../service.ts'
import { NoteStore, noted, notes, notesService } from '../spec/notes.ts'
import { inSchool } from '../work/in-school.ts'

const batches: number[] = []
/** How often the waiting reaction has asked for what it needs, by the number of its events; and what it gets. */
const calls: number[] = []
let needed = async (_: string) => {}
/** What it has acted on together. */
const acted: number[] = []
/** The types that the choosing reaction was asked about, by school, and the schools that want them. */
const wantedAsked: Listened[] = []
const wanting = new Set<string>()
const chosen: string[] = []
/** What was told by one that leaves out imports, and what another has done together. */
const told: string[] = []
const followed: { isImport: boolean; names: string[] }[] = []
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
      prepare: async (events, { school }) => {
        calls.push(events.length)
        await needed(school)
      },
      run: async ({ events }) => void acted.push(events.length),
    }),
    defineService({ notes: NoteStore }).batchReaction({
      name: 'chooses',
      to: [noted],
      wanted: async listened => {
        wantedAsked.push(...listened)
        return listened.filter(({ school_id }) => wanting.has(school_id))
      },
      prepare: async () => null,
      run: async ({ events }) => void chosen.push(...events.map(({ data }) => data.object.name)),
    }),
    defineService({ notes: NoteStore }).batchReaction({
      name: 'tells',
      to: [noted],
      restMs: 300,
      ignoresImports: true,
      prepare: async () => null,
      run: async ({ events }) => void told.push(...events.map(({ data }) => data.object.name)),
    }),
    defineService({ notes: NoteStore }).batchReaction({
      name: 'follows',
      to: [noted],
      restMs: 300,
      prepare: async () => null,
      run: async ({ events, work }) =>
        void followed.push({
          isImport: work.outgoing.isImport,
          names: events.map(({ data }) => data.object.name),
        }),
    }),
  ],
}

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [restingNotes] })
})
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
  calls.length = acted.length = 0
  const allCame = Promise.withResolvers<void>()
  needed = async () => {
    // The first one holds up the others, so that they are one batch.
    if (calls.length === 1) await allCame.promise
    else if (calls.length <= 4) throw new Refused(common.unavailable)
  }
  const api = system.client('notes', { notes }, system.caller()).notes
  await api.create({ body: { name: 'first' } })
  await eventually('the first one', () => calls.length === 1)
  await Promise.all(Array.from({ length: 8 }, () => api.create({ body: { name: 'a' } })))
  const info = () => consumerInfo(system.bus, { stream: 'events', durable: 'notes-waits' })
  await eventually('all to have come', async () => (await info())?.num_ack_pending === 9)
  allCame.resolve()
  await eventually('all to be done', () => done() === 9)
  // The first one, the batch, two of its events, and all of them again; these may come in two parts.
  expect(calls.length).toBeLessThan(8)
})

test('a school whose batch takes long holds up no batch of another', async () => {
  const [slow, quick] = [system.caller(), system.caller()]
  const { promise: gate, resolve: release } = Promise.withResolvers<void>()
  needed = async school => {
    if (school === slow.school) await gate
  }
  calls.length = acted.length = 0
  const make = (caller: typeof slow) =>
    system.client('notes', { notes }, caller).notes.create({ body: { name: 'a' } })
  await make(slow)
  await eventually('the slow one to begin', () => calls.length === 1)
  await make(quick)
  await eventually('the other', () => acted.length === 1)
  release()
  await eventually('both', () => acted.length === 2)
})

test('who acts on an event is asked by its subject: a body on which nobody acts is not read', async () => {
  const [listening, deaf] = [system.caller(), system.caller()]
  wanting.add(listening.school)
  const subject = eventSubject(deaf.school, noted.type)
  await system.bus.js.publish(subject, 'no JSON', { msgID: newId('evt') })
  await eventually('the question', () => wantedAsked.some(({ school_id }) => school_id === deaf.school))
  for (const caller of [deaf, listening])
    await system.client('notes', { notes }, caller).notes.create({ body: { name: caller.school } })
  await eventually('the one on which something acts', () => chosen.length === 1)
  expect(chosen).toEqual([listening.school])
  const info = () => consumerInfo(system.bus, { stream: 'events', durable: 'notes-chooses' })
  await eventually('the others to be done with', async () => (await info())?.num_ack_pending === 0)
})

test('what comes in with an import is told to nobody, and what follows from it is part of it', async () => {
  const caller = system.caller()
  const api = system.client('notes', { notes }, caller).notes
  const { runtime } = system.services.notes!
  const note = await api.create({ body: { name: 'before import' } })
  await inSchool(caller.school, runtime, async ({ work }) => {
    work.outgoing.asImport()
    work.outgoing.emit(noted, { ...note, name: 'within import' })
  })
  await api.create({ body: { name: 'after import' } })
  // Others may still be told of notes of the tests before.
  const own = (names: readonly string[]) => names.filter(name => name.endsWith(' import'))
  const ends = () =>
    followed.flatMap(({ isImport, names }) => own(names).map(name => [name, isImport] as const))
  await eventually('all of them', () => ends().length === 3 && own(told).length === 2)
  expect(own(told)).toEqual(['before import', 'after import'])
  expect(Object.fromEntries(ends())).toEqual({
    'before import': false,
    'within import': true,
    'after import': false,
  })
})
