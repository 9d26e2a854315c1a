import { builder } from '../builder.ts'
import { changeZone, recomputeDays, recomputeSoon } from './recompute.task.ts'

export const recomputeDaysTask = builder.task(recomputeDays, async ({ state }, { facts, days }) => {
  await facts.lock()
  const factState = await facts.state()
  if (!factState) return
  const done = await days.recompute(factState.zone)
  if (done > 0) return { state: { days: (state?.days ?? 0) + done } }
})

export const changeZoneTask = builder.task(changeZone, async ({ work, now }, { facts, days, school }) => {
  await facts.lock()
  const [state, { time_zone }] = await Promise.all([facts.state(), school.get()])
  if (state?.zone === time_zone) return
  facts.saveState({ event_id: null, at: now, ...state, zone: time_zone })
  facts.changeCohorts(time_zone)
  days.forget(time_zone)
  recomputeSoon(work)
})
