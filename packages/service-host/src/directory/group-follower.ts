// Brings a service's copy of the people of groups up to date before it answers a curator.
import { type BodyOf, groupPeople, type ReturnsOf } from '@lms/contract'
import { textArray } from '../database/statements.ts'
import type { UnitOfWork } from '../work/unit-of-work.ts'
import type { Followed } from './follower.ts'

type Change = ReturnsOf<typeof groupPeople.changed>['changes'][number]

export const followedGroups: Followed<Change> = {
  of: 'group people',
  service: 'users',
  progress: 'group_people_progress',
  freshMs: 5000,
  unavailableMs: 0,
  ask: ({ client }, scope, position) =>
    client('users', { groupPeople }, scope).groupPeople.changed({
      body: position as BodyOf<typeof groupPeople.changed>,
    }),
  keep,
}

function keep(changes: readonly Change[], work: UnitOfWork, isFull: boolean): void {
  const table = `"${work.schema}".group_people`
  if (isFull) work.write(`delete from ${table} where school_id = $1`, [work.school])
  const columnsOf = (there: boolean) => {
    const people = changes.filter(({ present }) => present === there)
    return [
      work.school,
      ...(['group_id', 'role', 'user_id'] as const).map(name => textArray(people.map(row => row[name]))),
    ]
  }
  work.write(
    `insert into ${table} (school_id, group_id, role, user_id)
     select $1, * from unnest($2::text[], $3::text[], $4::text[]) on conflict do nothing`,
    columnsOf(true),
  )
  work.write(
    `delete from ${table} p using unnest($2::text[], $3::text[], $4::text[]) gone (group_id, role, user_id)
     where p.school_id = $1 and p.group_id = gone.group_id and p.role = gone.role and p.user_id = gone.user_id`,
    columnsOf(false),
  )
}
