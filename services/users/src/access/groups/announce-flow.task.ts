// No public event tells a changed start, end or curator of a flow, or its removal: the learning service is told by a call. It reads the rest from
// here, so a call that comes twice has no other effect.
import { id } from '@lms/contract'
import { enqueue, enqueueSelected, task, type UnitOfWork } from '@lms/service-host'
import { z } from 'zod'
import type { Group } from './group.contract.ts'

export const tellFlow = task('tell-flow', {
  payload: z.object({
    group_id: id('grp'),
    former_curator_id: id('usr').nullable(),
    removed: z.boolean().default(false),
  }),
  attempts: 20,
  pause: 5,
  // It follows a change that is counted.
  counted: false,
})

/** What the learning service has read within a second is no older than the change. */
const afterMs = 2000

type Flow = Pick<Group, 'id' | 'starts_at' | 'ends_at' | 'curator_id'>

/** Tells what the learning service has to know of a changed group, or of a new one. */
export function tellChange(before: Flow | null, after: Flow, work: UnitOfWork): void {
  const hasCuratorChanged = (before?.curator_id ?? null) !== after.curator_id
  const haveTimesChanged =
    before !== null && (before.starts_at !== after.starts_at || before.ends_at !== after.ends_at)
  if (!hasCuratorChanged && !haveTimesChanged) return
  const former_curator_id = hasCuratorChanged ? (before?.curator_id ?? null) : null
  const payload = { group_id: after.id, former_curator_id, removed: false }
  const key = former_curator_id ? `${after.id} ${former_curator_id}` : after.id
  enqueue(work, tellFlow, payload, { key, at: new Date(Date.parse(work.now) + afterMs) })
}

/** Tells that a group is deleted. */
export const tellRemoval = ({ id, curator_id }: Flow, work: UnitOfWork): void =>
  void enqueue(
    work,
    tellFlow,
    { group_id: id, former_curator_id: curator_id, removed: true },
    { key: `${id} removed` },
  )

/** Tells that a person has left all groups as their curator; called before the change. */
export function announceCuratorLeft(curatorId: string, work: UnitOfWork): void {
  enqueueSelected(work, tellFlow, {
    sql: `select id || ' ' || curator_id, json_build_object('group_id', id, 'former_curator_id', curator_id, 'removed', false)::text
      from "users"."groups" where school_id = $ and curator_id = $`,
    values: [work.school, curatorId],
  })
}
