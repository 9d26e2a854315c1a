// A pause of a subscription has no event: the service that keeps it says that it has changed.
import { id } from '@lms/contract'
import { enqueue, task, throughOutages } from '@lms/service-host'
import { z } from 'zod'
import { builder } from '../builder.ts'
import { recomputeSoon } from '../days/recompute.task.ts'
import { readObjects } from '../facts/read.ts'
import { changedObjects } from './changed.contract.ts'

/** Reads a subscription anew. */
const readChanged = task('read-changed', {
  returns: 'never',
  payload: z.object({ subscription_id: id('sbs') }),
  deadline: 60,
  ...throughOutages,
  counted: false,
})

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
