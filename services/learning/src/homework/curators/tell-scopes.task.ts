// The users service shows a curator the people assigned here: it is told what is assigned to them now.
import { id } from '@lms/contract'
import { enqueue, enqueueSelected, task, type UnitOfWork } from '@lms/service-host'
import { z } from 'zod'

export const tellCurator = task('tell-curator', {
  payload: z.object({ curator_id: id('usr') }),
  attempts: 20,
  pause: 5,
  // It follows a change that is counted.
  counted: false,
})

/** Tells what is assigned to a curator, once this work is done. */
export const tellScopes = (work: UnitOfWork, curator_id: `usr_${string}`): void =>
  void enqueue(work, tellCurator, { curator_id }, { key: curator_id })

/** The same for all curators of a person, a flow or a course; called before their rows change. */
export function tellScopesOf(
  work: UnitOfWork,
  column: 'user_id' | 'group_id' | 'course_id' | 'curator_id',
  id: string,
): void {
  enqueueSelected(work, tellCurator, {
    sql: `select distinct curator_id, json_build_object('curator_id', curator_id)::text
      from "learning"."curators" where school_id = $ and "${column}" = $`,
    values: [work.school, id],
  })
}
