// Tasks are for the staff of the school: whoever has left it, was blocked or became a student does none.
import { type Envelope, type Id, Refused } from '@lms/contract'
import { enqueue, type Work } from '@lms/service-host'
import { type User, userDeleted } from '@lms/users/contract'
import type { Stores } from '../builder.ts'
import type { Reading } from '../facts/current-facts.ts'
import { readPeople } from '../people/read.ts'
import { announceUnassigned } from './mail.task.ts'
import { refusals } from './task.contract.ts'

/** Whether a person can do tasks of managers. */
export const isStaff = ({ status, role }: Pick<User, 'status' | 'role'>): boolean =>
  status === 'active' && role !== 'student'

/**
 * Those who by these events may have ceased to be staff, and are not any more: gone, blocked, or students. `people` are as
 * they were read after the events.
 */
export function leaversOf(events: readonly Envelope[], { people }: Pick<Reading, 'people'>): string[] {
  const changed = new Set(
    events.flatMap(({ type, data, related }) => {
      const { role, status } = (data.previous ?? {}) as { role?: unknown; status?: unknown }
      return type === userDeleted.type || role !== undefined || status !== undefined ? [related.user_id] : []
    }),
  )
  return people.flatMap(({ user_id, here, facts }) => {
    const fieldOf = (name: string) =>
      facts.find(({ kind, key }) => kind === 'field' && key === name)?.text as never
    const isLeaver = !here || !isStaff({ status: fieldOf('status'), role: fieldOf('role') })
    return changed.has(user_id) && isLeaver ? [user_id] : []
  })
}

/** Those of these people who can do tasks. It calls the users service: before anything is locked. */
export async function staffAmong(
  ids: readonly string[],
  at: Pick<Work, 'work' | 'runtime'>,
): Promise<Set<string>> {
  const users = await readPeople([...new Set(ids)], at)
  return new Set([...users].flatMap(([id, user]) => (isStaff(user) ? [id] : [])))
}

/** Refuses an assignee who is no staff. It calls the users service: before anything is locked. */
export async function checkAssignee(
  id: string | null | undefined,
  at: Pick<Work, 'work' | 'runtime'>,
): Promise<void> {
  if (!id) return
  const user = (await readPeople([id], at)).get(id)
  // Whom the school does not have is refused for that.
  if (user && user.status !== 'deleted' && !isStaff(user)) throw new Refused(refusals.assignee_not_staff)
}

/** Takes the open tasks from people who do none any more, and has the administrators told. */
export async function unassignLeavers(
  leavers: readonly string[],
  work: Work['work'],
  { tasks }: Pick<Stores, 'tasks'>,
): Promise<void> {
  for (const { user_id, count } of await tasks.openOf(leavers)) {
    tasks.unassign(user_id)
    enqueue(work, announceUnassigned, { user_id: user_id as Id<'usr'>, count }, { key: user_id })
  }
}
