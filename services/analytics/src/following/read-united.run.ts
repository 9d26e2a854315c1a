import { builder } from '../builder.ts'
import { recomputeSoon } from '../days/recompute.task.ts'
import { readObjects } from '../facts/read.ts'
import { readUnited } from './read-united.task.ts'

/** Objects of one step. */
const atOnce = 500
/** Seconds between two readings while services have not moved all of it, and how often it is read at most: for an hour. */
const pause = 5
const maxEarly = 720

export const readUnitedTask = builder.externalCall(readUnited, {
  prepare: ({ payload, state }, { facts }) => facts.unitable(payload.into, state?.after ?? '', atOnce),

  call: async (ids, ctx) => ({
    last: ids.at(-1),
    full: ids.length === atOnce,
    seen: await readObjects(ids, ctx),
  }),

  finish: async ({ payload, state, outcome, work, runtime }, { facts, school }) => {
    const { early, objects } = state ?? { early: 0, objects: 0 }
    const { seen, last, full } = outcome
    // What still belongs to the person who goes is not united yet, and what it is united with neither.
    if (early < maxEarly && seen.some(each => each.facts.some(({ user_id }) => user_id === payload.from)))
      return {
        state: { after: null, early: early + 1, objects: 0 },
        at: new Date(runtime.clock.now().getTime() + pause * 1000),
      }
    await facts.lock()
    const [factState, { time_zone }] = await Promise.all([facts.state(), school.get()])
    if (await facts.keep(seen, factState?.zone ?? time_zone)) recomputeSoon(work)
    if (full && last) return { state: { after: last, early, objects: objects + seen.length } }
  },
})
