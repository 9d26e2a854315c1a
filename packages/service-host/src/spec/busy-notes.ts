// The notes service with tasks that each test defines, on a real Postgres. By default it has no slots for them: tests
// work them off at a time of their choice.
import { id, newId } from '@lms/contract'
import { startSystem, type TestSystem } from '@lms/testing'
import { z } from 'zod'
import { step } from '../database/statements.ts'
import { defineService } from '../define-service.ts'
import { type RunningService, runService } from '../run/run.ts'
import type { Service } from '../service.ts'
import { enqueue, type When } from '../tasks/enqueue.ts'
import { scheduled } from '../tasks/scheduled.ts'
import { type Task, task } from '../tasks/task.ts'
import { inSchool } from '../work/in-school.ts'
import { NoteStore, newNote, noted, notesService } from './notes.ts'

const builder = defineService({ notes: NoteStore })
const NumberPayload = z.object({ n: z.int() })
export const act = task('act', { payload: NumberPayload, attempts: 3, pause: 10 })
export const walk = task('walk', {
  payload: z.object({ steps: z.int() }),
  state: z.object({ done: z.int() }),
  progress: ({ done }, { steps }) => ({ done, total: steps }),
})
export const together = task('together', { payload: NumberPayload, batch: 50, pause: 10 })
export const hurried = task('hurried', { payload: NumberPayload, deadline: 1, pause: 10 })
export const alone = task('alone', { payload: NumberPayload, atOnce: 1 })
export const paired = task('paired', { payload: NumberPayload, atOnce: 2 })
const welcome = task('welcome', { payload: z.object({ note_id: id('off') }) })

/** The functions of the tasks by name, set by the tests, and a log of their runs. */
type Act = (input: any, stores: { notes: NoteStore }) => Promise<unknown>
export const acts = new Map<string, Act>()
export const done: [task: string, what: unknown][] = []
const runOf = (name: string) => async (input: any, stores: { notes: NoteStore }) => {
  const result = await acts.get(name)?.(input, stores)
  done.push([name, input.payloads ?? input.payload])
  return result as any
}
export const note = (name: string, now: string) => newNote({ id: newId('off'), name }, now)

export const busyNotes: Service = {
  ...notesService,
  implementations: [
    {
      ...notesService.implementations[0]!,
      handlers: {
        ...notesService.implementations[0]!.handlers,
        create: async ({ body, now, emit, work }: any, { notes }) => {
          const createdNote = notes.insert(note(body.name, now))
          enqueue(work, welcome, { note_id: createdNote.id })
          if (body.name === 'twice') notes.insert({ ...note('again', now), id: createdNote.id })
          emit(noted, createdNote)
          return createdNote
        },
      },
    },
  ],
  tasks: [
    builder.task(act, runOf('act'), {
      failed: async (input, stores) => {
        await acts.get('act failed')?.(input, stores as { notes: NoteStore })
        new NoteStore(input.work).insert(note(`failed ${input.payload.n}: ${input.error}`, input.now))
      },
    }),
    builder.task(walk, runOf('walk')),
    builder.batch(together, runOf('together')),
    builder.task(hurried, runOf('hurried')),
    builder.task(alone, runOf('alone')),
    builder.task(paired, runOf('paired')),
    scheduled('nightly', '0 3 * * *', async () => {
      await acts.get('nightly')?.(null, {} as never)
      done.push(['nightly', {}])
    }),
    scheduled('hasty', '0 4 * * *', async () => void (await acts.get('hasty')?.(null, {} as never)), {
      deadline: 0.2,
    }),
    builder.task(welcome, async ({ payload, emit, now }, { notes }) => {
      const lockedNote = await notes.lock(payload.note_id)
      notes.save(lockedNote, { colour: 'blue' })
      emit(noted, { ...lockedNote, name: 'welcome' }, { related: { user_id: null } })
      done.push(['welcome', now])
    }),
  ],
}

export interface BusyNotes {
  system: TestSystem
  /** Another replica of the service. */
  twin: RunningService
  runtime: RunningService['runtime']
  workOff(): Promise<void>
  /** Advances the clock by seconds. */
  later(seconds: number): void
  now(): Date
  leave(school: string, n: number, when?: When, of?: Task<{ n: number }>): Promise<void>
  rows(text: string, values?: string[]): Promise<(string | null)[][]>
  /** The notes of a school, in the order of their creation. */
  namesOf(school: string): Promise<(string | null)[]>
  /** `status failures error` of each task. */
  standing(): Promise<string[]>
}

async function startBusyNotes(): Promise<BusyNotes> {
  let time = Date.parse('2026-11-21T09:30:00Z')
  const now = () => new Date(time)
  const system = await startSystem({ services: [busyNotes], clock: { now }, settings: { taskSlots: 0 } })
  const twin = await runService(busyNotes, { ...system.configs.notes!, port: 0 })
  const { runtime, workOffTasks: workOff } = system.services.notes!
  const rows: BusyNotes['rows'] = (text, values = []) => runtime.system.rows(step(text, values))
  return {
    system,
    twin,
    runtime,
    workOff,
    now,
    later: seconds => {
      time += seconds * 1000
    },
    leave: (school, n, when = {}, of = act) =>
      inSchool(school, runtime, async ({ work }) => void enqueue(work, of, { n }, when)),
    rows,
    namesOf: async school => {
      const asSchool = step(`select set_config('app.school_id', $1, true)`, [school])
      const all = step('select name from notes.notes order by id')
      const [, result] = await runtime.database.of(school).run([asSchool, all])
      return result!.rows.map(([name]) => name!)
    },
    standing: async () =>
      (await rows('select status, failures, error from notes.tasks order by id')).map(row => row.join(' ')),
  }
}

/** Starts the service before the tests of a file and stops it afterwards; no test sees another's tasks. */
export function busyNotesWorld(): BusyNotes {
  const world = {} as BusyNotes
  beforeAll(async () => {
    Object.assign(world, await startBusyNotes())
  }, 60_000)
  beforeEach(() => {
    acts.clear()
    done.length = 0
  })
  afterEach(() => world.rows('delete from notes.tasks'))
  afterAll(async () => {
    await world.twin.stop()
    await world.system.stop()
  })
  return world
}
