// A flow without members is removed whatever names it: who has studied in it studies on without a flow.
import { builder } from '../../builder.ts'
import { keyOf } from '../rights/right.store.ts'
import { removeFlow } from './remove-flow.task.ts'

const studiesAtOnce = 100

export const removeFlowTask = builder.task(removeFlow, async ({ payload: { group_id } }, stores) => {
  const { curators, enrollments, openings, overrides, rights } = stores
  await rights.holdCopy()
  const rows = await enrollments.lockOfFlow(group_id, studiesAtOnce)
  const heldBy = Map.groupBy(await rights.ofPairs(rows), keyOf)
  for (const row of rows) enrollments.settle(enrollments.enter(row, null), heldBy.get(keyOf(row)) ?? [])
  if (rows.length === studiesAtOnce) return { state: {} }
  overrides.removeOfFlow(group_id)
  curators.removeOfFlow(group_id)
  openings.removeOfFlow(group_id)
})
