// Who visits pages is counted by a hash of their address and browser with a salt. The salt is of one day and one school, and is
// deleted when the day is over: then nobody can be found by a hash, and no hash is kept either.
import { enqueue, task } from '@lms/service-host'
import { z } from 'zod'
import { builder } from '../builder.ts'
import { addDays, dayOf, startOf } from '../figures/period.ts'
import { visits } from './visit.contract.ts'
import { visitEntities } from './visit.entity.ts'

/** Deletes what tells the visitors of past days apart. */
const forgetVisitors = task('forget-visitors', {
  returns: 'never',
  payload: z.object({ day: z.iso.date() }),
  state: z.object({ steps: z.int() }),
  counted: false,
  deadline: 60,
  progress: ({ steps }) => ({ done: steps, total: null }),
})

/** Reports come some seconds late. */
const lateMs = 60_000

const visitHandlers = builder.implement(visits, {
  salt: async ({ work, now }, stores) => {
    const { time_zone: zone } = await stores.school.get()
    const day = dayOf(now, zone)
    const expires_at = startOf(addDays(day, 1), zone)
    const { salt, isNew } = await stores.visits.salt(day)
    const at = new Date(Date.parse(expires_at) + lateMs)
    if (isNew) enqueue(work, forgetVisitors, { day }, { key: day, at })
    return { day, salt, expires_at }
  },

  count: async ({ body }, stores) => ({ counted: await stores.visits.count(body.day, body.visits) }),
})

const forgetVisitorsTask = builder.task(forgetVisitors, async ({ payload, state }, stores) => {
  // A day is over, whatever the zone of the school has become.
  if (await stores.visits.forget(addDays(payload.day, 1)))
    return { state: { steps: (state?.steps ?? 0) + 1 } }
})

export const visitResource = builder.resource({
  entities: visitEntities,
  handlers: [visitHandlers],
  tasks: [forgetVisitorsTask],
})
