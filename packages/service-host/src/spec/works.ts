// Units of work on notes, for their specs.
import { type Caller, newId } from '@lms/contract'
import { startSystem, type TestSystem } from '@lms/testing'
import type { Database } from '../database/database.ts'
import { IdempotencyClaim } from '../work/idempotency.ts'
import { UnitOfWork, type WorkOptions } from '../work/unit-of-work.ts'
import { NoteStore, newNote, notesService } from './notes.ts'

const now = new Date('2026-11-21T09:30:00.000Z')

const madeAt = '2026-11-21T09:30:00.000+00:00'

export const note = (name: string) => newNote({ id: newId('off'), name }, madeAt)

/** Begins a unit of work of the caller on this database. */
export function beginWork(caller: Caller, database: Database, options: Partial<WorkOptions> = {}) {
  const origin = { requestId: 'a'.repeat(32), clientRequestId: null, causeId: null, caller, now }
  const work = new UnitOfWork({ database, schema: 'notes', school: caller.school, origin, ...options })
  return { work, notes: new NoteStore(work) }
}

/** A saved note. */
export async function savedNote({ work, notes }: ReturnType<typeof beginWork>, name = 'a') {
  const row = notes.insert(note(name))
  await work.finish(null)
  return row
}

/** Starts the notes service for a spec, with a new caller for each test; `caller` may be replaced within one. */
export function notesWorld() {
  let system: TestSystem
  const world = {
    caller: undefined as unknown as Caller,
    get system() {
      return system
    },
    get runtime() {
      return system.services.notes!.runtime
    },
    begin: (options?: Partial<WorkOptions>) =>
      beginWork(world.caller, world.runtime.database.background, options),
    saved: (name?: string) => savedNote(world.begin(), name),
    /** The names of the caller's notes. */
    names: async () => {
      const { rows } = await world.begin().work.read('select name from notes.notes order by name', [])
      return rows.map(([name]) => name)
    },
    /** A claim of the caller on an Idempotency-Key. */
    claimOf: (key: string, body: string, { path = '/v1/notes', at = madeAt } = {}) =>
      new IdempotencyClaim('notes', { key, caller: world.caller, method: 'POST', path, body }, at, null),
  }
  beforeAll(async () => {
    system = await startSystem({ services: [notesService] })
  }, 60_000)
  afterAll(() => system.stop())
  beforeEach(() => {
    world.caller = system.caller()
  })
  return world
}
