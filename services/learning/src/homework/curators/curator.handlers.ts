import { maxOf, newId, Refused } from '@lms/contract'
import { cancelTasks, enqueue, type SchoolRuntime, type UnitOfWork } from '@lms/service-host'
import { builder, type Stores } from '../../builder.ts'
import { expanders } from '../../relations/expanders.ts'
import { beginAbsence } from './absence.task.ts'
import { type Curator, curators as operations, refusals } from './curator.contract.ts'
import { type CuratorRow, scopeOf } from './curator.store.ts'
import { endScope } from './end-scope.task.ts'
import { tellScopes } from './tell-scopes.task.ts'

export const curatorHandlers = builder.implement(
  operations,
  {
    list: async ({ query }, stores) => {
      const page = await stores.curators.page(query)
      return { ...page, rows: await withLoads(page.rows, stores) }
    },

    assign: async ({ body, work, runtime }, stores) => {
      const { curators, people } = stores
      const { id, curator_id, user_id, group_id, course_id, ...terms } = body
      const sent = { user_id, group_id, course_id }
      const scopes = Object.values(sent).filter(each => each !== null).length
      if (scopes > 1 || (scopes === 0 && id === undefined)) throw new Refused(refusals.curator_scope_invalid)
      const personIds = new Set([curator_id, ...(user_id ? [user_id] : [])])
      await refuseUnknown({ personIds, course_id }, runtime, stores)
      // One after the other: of two that begin at once, the second finds the assignment of the first.
      const [here, , same, named] = await Promise.all([
        people.holdAll([...personIds]),
        curators.lockCapacity(),
        scopes === 1 ? curators.lockSame({ curator_id, ...sent }) : null,
        id === undefined ? null : curators.lockAssignment(id),
      ])
      if (here.size < personIds.size) throw new Refused(refusals.curator_person_unknown)
      if (id !== undefined && named?.curator_id !== curator_id)
        throw new Refused(refusals.curator_assignment_unknown)
      if (named && same && same.id !== named.id) throw new Refused(refusals.curator_assignment_exists)
      const present = named ?? same
      const moves = named !== null && scopes === 1 && same === null
      if (moves && named.source === 'group') throw new Refused(refusals.curator_named_by_group)
      if (!present) await curators.refuseBeyond(maxOf(operations.assign.bound)!)
      const row = present ?? {
        ...{ ...curators.fresh(newId('cur')), curator_id, ...sent, source: 'manual' as const },
        ...{ max_load: null, absence_starts_at: null, absence_ends_at: null },
      }
      const changes = { ...(moves ? sent : {}), ...absenceAfter(row, terms) }
      const saved = present ? curators.save(present, changes) : curators.insert({ ...row, ...changes })
      if (moves) endedScope(named, work)
      followAbsence(saved, work)
      if (moves || !present) tellScopes(work, curator_id)
      return (await withLoads([saved], stores))[0]!
    },

    release: async ({ body, work }, { curators }) => {
      const row = await curators.lockAssignment(body.id)
      if (!row) throw new Refused(refusals.curator_assignment_unknown)
      if (row.source === 'group') throw new Refused(refusals.curator_named_by_group)
      curators.remove(row)
      cancelTasks(work, beginAbsence, [row.id])
      endedScope(row, work)
      tellScopes(work, row.curator_id)
      return { id: row.id, deleted: true as const }
    },
  },
  expanders,
)

async function refuseUnknown(
  { personIds, course_id }: { personIds: ReadonlySet<string>; course_id: string | null },
  runtime: SchoolRuntime,
  { courses, people }: Stores,
): Promise<void> {
  if ((await people.existing([...personIds], runtime)).size < personIds.size)
    throw new Refused(refusals.curator_person_unknown)
  if (course_id && !(await courses.find(course_id))) throw new Refused(refusals.curator_course_unknown)
}

type Terms = Partial<Pick<CuratorRow, 'max_load' | 'absence_starts_at' | 'absence_ends_at'>>

/** What is sent changes, the rest stays. An absence without a beginning has no end, either. */
function absenceAfter(row: Required<Terms>, sent: Terms): Terms {
  const { max_load, absence_starts_at, absence_ends_at } = { ...row, ...sent }
  if (sent.absence_starts_at === null && sent.absence_ends_at === undefined)
    return { max_load, absence_starts_at, absence_ends_at: null }
  if (absence_ends_at !== null && (absence_starts_at === null || absence_ends_at <= absence_starts_at))
    throw new Refused(refusals.curator_absence_invalid)
  return { max_load, absence_starts_at, absence_ends_at }
}

/** What the curator has in review by the assignment alone returns to the queue. */
function endedScope(row: CuratorRow, work: UnitOfWork): void {
  const scope = scopeOf(row)
  const { curator_id } = row
  enqueue(work, endScope, { curator_id, ...scope }, { key: `${curator_id} ${scope.id}` })
}

/** Looks when the absence begins; a changed one replaces it. */
function followAbsence({ id, absence_starts_at }: CuratorRow, work: UnitOfWork): void {
  if (absence_starts_at === null) cancelTasks(work, beginAbsence, [id])
  else
    enqueue(work, beginAbsence, { curator_assignment_id: id }, { key: id, at: new Date(absence_starts_at) })
}

async function withLoads(rows: readonly CuratorRow[], { reviewQueue }: Stores): Promise<Curator[]> {
  const loads = await reviewQueue.loadsOf(rows.map(({ curator_id }) => curator_id))
  return rows.map(row => ({ ...row, load: loads.get(row.curator_id) ?? 0 }))
}
