// The log of the platform team. Its rows belong to no school, because they outlast it: they name its id and nothing of it.
import type { Id } from '@lms/contract'
import { type Database, type Fields, readDatabaseTime, step } from '@lms/service-host'
import type { ActionFilter, OperatorAction } from './action.contract.ts'

const table = 'service.operator_actions'
const columns = 'id, operator, role, operation, school, status, reason, request_id, created_at'
/** Rows of one statement that forgets old ones. */
const slice = 5000

export class OperatorActionStore {
  readonly #system: Database
  constructor(system: Database) {
    this.#system = system
  }

  /** Stores actions in one statement; those that are there stay as they are. */
  async add(actions: readonly OperatorAction[]): Promise<void> {
    const rows = actions.map(({ school_id, ...action }) => ({ ...action, school: school_id }))
    await this.#system.run([
      step(
        `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1::jsonb)
         on conflict (id) do nothing`,
        [JSON.stringify(rows)],
      ),
    ])
  }

  /** The newest ones of a filter, at most `most`. */
  async newest({ before, operator, school_id }: ActionFilter, most: number): Promise<OperatorAction[]> {
    const rows = await this.#system.rows(
      step(
        `select ${columns} from ${table} where ($1::text is null or id < $1) and ($2::text is null or operator = $2)
           and ($3::text is null or school = $3) order by id desc limit $4`,
        [before, operator, school_id, String(most)],
      ),
    )
    return rows.map(actionIn)
  }

  /** Forgets what is older than this moment. */
  async forget(before: Date): Promise<void> {
    for (let count = slice; count === slice; ) {
      const [result] = await this.#system.run([
        step(
          `delete from ${table} where id in
             (select id from ${table} where created_at < $1::timestamptz order by created_at limit ${slice})`,
          [before.toISOString()],
        ),
      ])
      count = result!.count
    }
  }
}

const actionIn = ([
  id,
  operator,
  role,
  operation,
  school,
  status,
  reason,
  request,
  created,
]: Fields): OperatorAction => ({
  id: id as Id<'req'>,
  operator: operator!,
  role: role!,
  operation: operation!,
  school_id: school ?? null,
  status: Number(status),
  reason: reason ?? null,
  request_id: request!,
  created_at: readDatabaseTime(created!),
})
