import { maxOf, newId, Refused } from '@lms/contract'
import { cancelTasks, enqueue, type UnitOfWork } from '@lms/service-host'
import { builder, type Stores } from '../../builder.ts'
import { beginAbsence } from './absence.task.ts'
import { type Curator, curators as operations, refusals } from './curator.contract.ts'
import type { CuratorRow } from './curator.store.ts'

export const curatorHandlers = builder.implement(operations, {
  list: async ({ query }, stores) => {
    const page = await stores.curators.page(query)
    return { ...page, rows: await withLoads(page.rows, stores) }
  },

  assign: async ({ body, work, runtime }, stores) => {
    const { curators, courses, people } = stores
    const { curator_id, user_id, group_id, course_id, ...terms } = body
    const scope = { curator_id, user_id, group_id, course_id }
    if ([user_id, group_id, course_id].filter(id => id !== null).length !== 1)
      throw new Refused(refusals.curator_scope_invalid)
    const { absence_starts_at, absence_ends_at } = terms
    if (absence_ends_at !== null && (absence_starts_at === null || absence_ends_at <= absence_starts_at))
      throw new Refused(refusals.curator_absence_invalid)
    const personIds = new Set([curator_id, ...(user_id ? [user_id] : [])])
    if ((await people.existing([...personIds], runtime)).size < personIds.size)
      throw new Refused(refusals.curator_person_unknown)
    if (course_id && !(await courses.find(course_id))) throw new Refused(refusals.curator_course_unknown)
    // One after the other: of two that begin at once, the second finds the assignment of the first.
    const [here, , present] = await Promise.all([
      people.holdAll([...personIds]),
      curators.lockCapacity(),
      curators.lockSame(scope),
    ])
    if (here.size < personIds.size) throw new Refused(refusals.curator_person_unknown)
    if (!present) await curators.refuseBeyond(maxOf(operations.assign.bound)!)
    const saved = present
      ? curators.save(present, terms)
      : curators.insert({ ...curators.fresh(newId('cur')), ...scope, ...terms })
    followAbsence(saved, work)
    return (await withLoads([saved], stores))[0]!
  },

  release: async ({ body, work }, { curators }) => {
    const [row] = await curators.many([body.id])
    if (!row) throw new Refused(refusals.curator_assignment_unknown)
    curators.remove(row)
    cancelTasks(work, beginAbsence, [row.id])
    return { id: row.id, deleted: true as const }
  },
})

/** Looks when the absence begins; a changed one replaces it. */
function followAbsence({ id, absence_starts_at }: CuratorRow, work: UnitOfWork): void {
  if (absence_starts_at === null) cancelTasks(work, beginAbsence, [id])
  else
    enqueue(work, beginAbsence, { curator_assignment_id: id }, { key: id, at: new Date(absence_starts_at) })
}

async function withLoads(rows: readonly CuratorRow[], { submissions }: Stores): Promise<Curator[]> {
  const loads = await submissions.loadsOf(rows.map(({ curator_id }) => curator_id))
  return rows.map(row => ({ ...row, load: loads.get(row.curator_id) ?? 0 }))
}
