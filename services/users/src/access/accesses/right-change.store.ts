// Changed accesses and flows. Triggers note each change with the id of its transaction, so no statement can miss one.
import type { ReturnsOf } from '@lms/contract'
import { column, readDatabaseTime, tenantEntity, type UnitOfWork } from '@lms/service-host'
import type { CourseRight, courseRights, RightChange } from './right-change.contract.ts'

/** Changed accesses and groups with a start, with the id of the last transaction that changed them; written by triggers. */
export const RightChangeEntity = tenantEntity(
  'users',
  'right_changes',
  { id: column.id<'acc' | 'grp'>().primary(), changed: column.bigint() },
  {
    archive: {
      never: 'tells services which rights changed; they copy all rights of a restored school',
      returns: 'by triggers',
    },
    indexes: [{ properties: ['school_id', 'changed'] }],
  },
)

type Page = ReturnsOf<typeof courseRights.changed>

/** Maximum rows of a page. */
const pageSize = 2000

const transactionsOf = (snapshot: string) => snapshot.split(':').slice(0, 2) as [first: string, next: string]
const nextOf = (snapshot: string) => BigInt(transactionsOf(snapshot)[1])

export class RightChangeStore {
  protected readonly work: UnitOfWork
  constructor(work: UnitOfWork) {
    this.work = work
  }

  /** A page of the rows that a snapshot did not see, in whichever order transactions began. */
  async changed(since: string | null, after: string | null): Promise<Page> {
    const delta = since ? [transactionsOf(since)[0], since] : []
    const { rows } = await this.work.read(pageSql(since !== null), [this.work.school, after ?? '', ...delta])
    const snapshot = rows[0]![0]!
    // Transaction ids only rise, except in a database restored from a dump.
    if (since && nextOf(since) > nextOf(snapshot)) return { snapshot, lost: true, changes: [], next: null }
    const changes = rows.filter(([, id]) => id !== null).map(changeOf)
    const next = changes.length === pageSize ? changes.at(-1)!.id : null
    return { snapshot, lost: false, changes, next }
  }
}

const timeOf = (text: string | null) => (text === null ? null : readDatabaseTime(text))

function changeOf(row: readonly (string | null)[]): RightChange {
  const [
    ,
    id,
    user_id,
    course_id,
    group_id,
    status,
    starts_at,
    expires_at,
    frozen_at,
    ended_at,
    version,
    flow,
    flowEnd,
  ] = row
  return {
    id: id as RightChange['id'],
    right:
      user_id === null
        ? null
        : ({
            user_id,
            course_id,
            group_id,
            status,
            starts_at: timeOf(starts_at!),
            expires_at: timeOf(expires_at!),
            frozen_at: timeOf(frozen_at!),
            ended_at: timeOf(ended_at!),
            version: Number(version),
          } as CourseRight),
    flow: flow === null ? null : { starts_at: readDatabaseTime(flow!), ends_at: timeOf(flowEnd ?? null) },
  }
}

/** One statement, because the snapshot must be the one that the rows were read with. */
const pageSql = (delta: boolean) => `
select pg_current_snapshot()::text, c.id, a.user_id, a.course_id, a.group_id, a.status, a.starts_at, a.expires_at,
  a.frozen_at, a.ended_at, a.version, g.starts_at, g.ends_at
from (values (1)) one left join lateral (
  select c.id, c.school_id from users.right_changes c
  where c.school_id = $1 and c.id > $2
    ${delta ? 'and c.changed >= $3::bigint and not pg_visible_in_snapshot(c.changed::text::xid8, $4::pg_snapshot)' : ''}
  order by c.id limit ${pageSize}
) c on true
left join users.accesses a on a.school_id = c.school_id and a.id = c.id
left join users.groups g on g.school_id = c.school_id and g.id = c.id
order by c.id`
