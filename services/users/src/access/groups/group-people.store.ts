// Changed members and curators of groups, for services that copy them. Triggers note each change with the id of its
// transaction, so no statement can miss one.
import type { GroupPerson, groupPeople, ReturnsOf } from '@lms/contract'
import type { UnitOfWork } from '@lms/service-host'

type Page = ReturnsOf<typeof groupPeople.changed>

/** Maximum rows of a page. */
const pageSize = 2000

const transactionsOf = (snapshot: string) => snapshot.split(':').slice(0, 2) as [first: string, next: string]
const nextOf = (snapshot: string) => BigInt(transactionsOf(snapshot)[1])

export class GroupPeopleStore {
  protected readonly work: UnitOfWork
  constructor(work: UnitOfWork) {
    this.work = work
  }

  /** A page of the rows that a snapshot did not see, in whichever order transactions began. */
  async changed(since: string | null, after: string | null): Promise<Page> {
    const position = after?.split(' ') ?? ['', '', '']
    const delta = since ? [transactionsOf(since)[0], since] : []
    const { rows } = await this.work.read(pageSql(since !== null), [this.work.school, ...position, ...delta])
    const snapshot = rows[0]![0]!
    // Transaction ids only rise, except in a database restored from a dump.
    if (since && nextOf(since) > nextOf(snapshot)) return { snapshot, lost: true, changes: [], next: null }
    const changes = rows
      .filter(([, group]) => group !== null)
      .map(([, group_id, role, user_id, present]) => ({
        group_id: group_id as GroupPerson['group_id'],
        role: role as GroupPerson['role'],
        user_id: user_id as GroupPerson['user_id'],
        present: present === 't',
      }))
    const last = changes.at(-1)
    const next = changes.length === pageSize ? `${last!.group_id} ${last!.role} ${last!.user_id}` : null
    return { snapshot, lost: false, changes, next }
  }
}

/** One statement, because the snapshot must be the one that the rows were read with. */
const pageSql = (delta: boolean) => `
select pg_current_snapshot()::text, c.group_id, c.role, c.user_id, c.present
from (values (1)) one left join lateral (
  select c.group_id, c.role, c.user_id,
    case c.role
      when 'member' then exists (select from users.group_members m
        where m.school_id = c.school_id and m.group_id = c.group_id and m.id = c.user_id)
      else exists (select from users.groups g
        where g.school_id = c.school_id and g.id = c.group_id and g.curator_id = c.user_id)
    end as present
  from users.group_changes c
  where c.school_id = $1 and (c.group_id, c.role, c.user_id) > ($2, $3, $4)
    ${delta ? 'and c.changed >= $5::bigint and not pg_visible_in_snapshot(c.changed::text::xid8, $6::pg_snapshot)' : ''}
  order by c.group_id, c.role, c.user_id limit ${pageSize}
) c on true`
