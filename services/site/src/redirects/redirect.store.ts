import { type RefusalDetail, Refused } from '@lms/contract'
import { objectTable, type RowIn, storeOf } from '@lms/service-host'
import { pathOf, Redirect, redirects, refusals } from './redirect.contract.ts'

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
    this.work.write(
      `update ${table.shape.table} set target = $3, version = version + 1, updated_at = $4
       where school_id = $1 and target = $2`,
      [this.work.school, from, to, this.work.now],
    )
  }

  /** Refuses a redirect to another redirect, or one that another leads to, so that there are no loops. */
  async refuseChain({ from_path, target }: Pick<Redirect, 'from_path' | 'target'>): Promise<void> {
    const further: RefusalDetail = {
      path: 'body.target',
      message: 'another redirect has this address as its from_path',
    }
    const before: RefusalDetail = {
      path: 'body.from_path',
      message: 'another redirect leads to this address',
    }
    const path = pathOf(target)
    if (from_path === path) throw new Refused(refusals.redirect_chained, undefined, { details: [further] })
    // A query or fragment of a target leads to the same path.
    const { rows } = await this.work.read(
      `select t.from_path = $2 from ${table.shape.table} t
       where t.school_id = $1
         and (t.from_path = $2 or t.target = $3 or starts_with(t.target, $3 || '?') or starts_with(t.target, $3 || '#'))
       limit 2`,
      [this.work.school, path ?? target, from_path],
    )
    const details = rows.map(([leadsOn]) => (leadsOn === 't' ? further : before))
    if (details.length) throw new Refused(refusals.redirect_chained, undefined, { details })
  }
}
