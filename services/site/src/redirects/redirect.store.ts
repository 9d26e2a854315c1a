import { objectTable, type RowIn, storeOf, textArray } from '@lms/service-host'
import { Redirect, redirects, refusals } from './redirect.contract.ts'

const table = objectTable('site.redirects', Redirect, {
  list: redirects.list,
  indexes: [['target']],
  unique: [{ of: ['from_path'], refusal: refusals.redirect_taken }],
})

type RedirectRow = RowIn<typeof table>

export class RedirectStore extends storeOf(table) {
  override insert(row: Omit<RedirectRow, 'school_id'>): RedirectRow {
    this.#informGateways()
    return super.insert(row)
  }

  override remove(row: RedirectRow): void {
    this.#informGateways()
    super.remove(row)
  }

  /** They keep what visitors get. */
  #informGateways(): void {
    this.work.outgoing.invalidate({ kind: 'pages' })
  }

  /** The redirect from a path, or null. */
  async from(path: string): Promise<RedirectRow | null> {
    const { rows } = await this.work.read(`${table.select} and t.from_path = $2`, [this.work.school, path])
    return rows[0] ? this.read(rows[0]) : null
  }

  /** Leads all redirects to one address to another. */
  retarget(from: string, to: string): void {
    this.#informGateways()
    this.work.write(
      `update ${table.shape.table} set target = $3, version = version + 1, updated_at = $4
       where school_id = $1 and target = $2`,
      [this.work.school, from, to, this.work.now],
    )
  }

  /** Whether one of these paths is redirected. */
  async isFromAny(paths: readonly string[]): Promise<boolean> {
    return (await this.countWhere({ sql: 't.from_path = any($::text[])', values: [textArray(paths)] })) > 0
  }

  /** The first targets that name one of these addresses, whatever slashes, query or fragment follow. */
  async targetsAt(addresses: readonly string[]): Promise<string[]> {
    const { rows } = await this.work.read(
      `select distinct t.target from ${table.shape.table} t where t.school_id = $1
         and rtrim(split_part(split_part(t.target, '#', 1), '?', 1), '/') = any($2::text[]) order by 1 limit 20`,
      [this.work.school, textArray(addresses.map(address => address.replace(/\/+$/, '')))],
    )
    return rows.map(([target]) => target!)
  }
}
