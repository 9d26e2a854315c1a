// The gathered beats of this process, and what writes them.
import { enqueueMany, inSchool, type Runtime, type SchoolRuntime, type Worker } from '@lms/service-host'
import { Beats, type Gathered, writeSeconds } from '../presence/beats.ts'
import { PresenceStore } from '../presence/presence.store.ts'
import { countWatched } from './count-watched.task.ts'

const instances = new WeakMap<SchoolRuntime, Beats>()

/** The beats that wait in this process. */
export function beatsOf(runtime: Runtime): Beats {
  const existing = instances.get(runtime)
  if (existing) return existing
  const beats = new Beats(
    gathered => store(gathered, runtime),
    error => runtime.log.warn({ err: error }, 'beats could not be written; they are written with the next'),
  )
  instances.set(runtime, beats)
  return beats
}

const store = ({ kind, school, session_id, people }: Gathered, runtime: Runtime): Promise<void> =>
  inSchool(school, runtime, async ({ work }) => {
    const presence = new PresenceStore(work)
    if (kind === 'live') return presence.setLive(session_id, people)
    presence.setWatched(session_id, people)
    const at = new Date(Math.ceil((work.origin.now.getTime() + 1) / 60_000) * 60_000)
    const counts = people.map(({ user_id }) => ({
      payload: { session_id: session_id as never, user_id: user_id as never },
      key: `${session_id} ${user_id}`,
    }))
    enqueueMany(work, countWatched, counts, { at })
  })

export const beatsWriter: Worker = {
  name: 'beats',
  start: async runtime => {
    const timer = setInterval(() => beatsOf(runtime).write(), writeSeconds * 1000)
    return {
      stop: () => {
        clearInterval(timer)
        return beatsOf(runtime).write()
      },
    }
  },
}
