// A pause of a subscription has no event: the service that keeps it says that it has changed.
import { enqueue } from '@lms/service-host'
import { builder } from '../builder.ts'
import { recomputeSoon } from '../days/recompute.task.ts'
import { readObjects } from '../facts/read.ts'
import { changedObjects } from './changed.contract.ts'
import { readChanged } from './changed.task.ts'

export const readChangedTask = builder.externalCall(readChanged, {
  prepare: async ({ payload }) => [payload.subscription_id],
  call: (ids, ctx) => readObjects(ids, ctx),
  finish: async ({ outcome, work }, { facts, school }) => {
    await facts.lock()
    const [state, { time_zone }] = await Promise.all([facts.state(), school.get()])
    if (await facts.keep(outcome, state?.zone ?? time_zone)) recomputeSoon(work)
  },
})

export const changedHandlers = builder.implement(changedObjects, {
  read: async ({ body, work }) => ({
    job_id: enqueue(work, readChanged, body, { key: body.subscription_id }),
  }),
})
