// Whom a curator sees: the members of the groups that name them, and whom the learning service has assigned to them.
import type { Caller } from '@lms/contract'
import { type Condition, column, tenantEntity, textArray, type UnitOfWork } from '@lms/service-host'

const kinds = { user_ids: 'user', group_ids: 'group', course_ids: 'course' } as const

export const CuratorScopeEntity = tenantEntity(
  'users',
  'curator_scopes',
  {
    curator_id: column.id<'usr'>().primary(),
    kind: column.key<'user' | 'group' | 'course'>().primary(),
    scope_id: column.key().primary(),
  },
  { archive: 'rows' },
)

/** Selects the ids of what is assigned of one kind. */
const scopes = (kind: 'user' | 'group' | 'course', { school, user }: Caller): Condition => ({
  sql: `select c.scope_id from "users"."curator_scopes" c
    where c.school_id = $ and c.curator_id = $ and c.kind = '${kind}'`,
  values: [school, user],
})

/** Selects the ids of the groups of a curator. */
export function curatedGroups(caller: Caller): Condition {
  const assigned = scopes('group', caller)
  return {
    sql: `select g.id from "users"."groups" g where g.school_id = $ and g.curator_id = $ union all ${assigned.sql}`,
    values: [caller.school, caller.user, ...assigned.values],
  }
}

/** Selects the ids of the courses whose students are assigned to a curator. */
export const curatedCourses = (caller: Caller): Condition => scopes('course', caller)

/** Selects the ids of the people of a curator. */
export function curatedPeople(caller: Caller): Condition {
  const [people, groups, courses] = [scopes('user', caller), curatedGroups(caller), curatedCourses(caller)]
  return {
    sql: `${people.sql}
      union all select m.id from "users"."group_members" m where m.school_id = $ and m.group_id = any(array(${groups.sql}))
      union all select a.user_id from "users"."accesses" a where a.school_id = $ and a.course_id = any(array(${courses.sql}))`,
    values: [...people.values, caller.school, ...groups.values, caller.school, ...courses.values],
  }
}

export class CuratorScopeStore {
  readonly #work: UnitOfWork
  constructor(work: UnitOfWork) {
    this.#work = work
  }

  /** Puts what is assigned to a curator now in place of what was before. */
  replace(curatorId: string, assigned: Readonly<Record<keyof typeof kinds, readonly string[]>>): void {
    this.#work.write(`delete from "users"."curator_scopes" where school_id = $1 and curator_id = $2`, [
      this.#work.school,
      curatorId,
    ])
    for (const [name, kind] of Object.entries(kinds))
      this.#work.write(
        `insert into "users"."curator_scopes" (school_id, curator_id, kind, scope_id)
         select $1, $2, $3, unnest($4::text[]) on conflict do nothing`,
        [this.#work.school, curatorId, kind, textArray([...assigned[name as keyof typeof kinds]])],
      )
  }
}
