import { column, objectTable, type RowIn, readDatabaseTime, storeOf, textArray } from '@lms/service-host'
import { PaymentProvider, type ProviderHealth, paymentProviders } from './provider.contract.ts'

const providers = objectTable('commerce.payment_providers', PaymentProvider, {
  computed: ['callback_path', 'health'],
  hidden: {
    /** The secrets as JSON, encrypted. */
    sealed: column.text().nullable(),
  },
  list: paymentProviders.list,
  archive: { without: { sealed: null } },
  acrossSchools: [['id']],
})
export type ProviderRow = RowIn<typeof providers>

export class ProviderStore extends storeOf(providers) {
  /** All connections of the school: at most a hundred. */
  all(): Promise<ProviderRow[]> {
    return this.walk({ sql: 'true', values: [] }, null, 1000)
  }

  /** The connection, which nobody deletes until the end of the work; null if there is none. */
  async hold(id: string): Promise<ProviderRow | null> {
    const { rows } = await this.work.lock(`${providers.select} and t.id = $2 for key share`, [
      this.work.school,
      id,
    ])
    return rows[0] ? this.read(rows[0]) : null
  }

  /** Inserts a row at once, so that this work finds it. */
  async insertNow(row: Omit<ProviderRow, 'school_id'>): Promise<ProviderRow> {
    const fullRow: ProviderRow = { ...row, school_id: this.work.school as ProviderRow['school_id'] }
    await this.work.lock(this.table.insert, this.values(fullRow))
    return fullRow
  }

  /** Whether payments, subscriptions, saved cards or attempts to save one belong to the connection. */
  async isUsed(id: string): Promise<boolean> {
    const { rows } = await this.work.read(
      `select 1 where exists (select from commerce.payments where school_id = $1 and provider_id = $2)
         or exists (select from commerce.payment_methods where school_id = $1 and provider_id = $2)
         or exists (select from commerce.card_setups where school_id = $1 and provider_id = $2)
         or exists (select from commerce.subscriptions where school_id = $1 and provider_id = $2)`,
      [this.work.school, id],
    )
    return rows.length > 0
  }

  /** The health of connections, from the last payment of each that has its outcome; unused ones have no entry. */
  async healthOf(ids: readonly string[]): Promise<Map<string, ProviderHealth>> {
    const health = new Map<string, ProviderHealth>()
    if (ids.length === 0) return health
    const { rows } = await this.work.read(
      `select p.id, l.status, l.failure ->> 'class', l.failure ->> 'message', coalesce(l.paid_at, l.updated_at)
       from unnest($2::text[]) p (id) cross join lateral (
         select * from (
           select status, failure, paid_at, updated_at from commerce.payments
           where school_id = $1 and provider_id = p.id order by id desc limit 100
         ) recent where status <> 'pending' limit 1
       ) l`,
      [this.work.school, textArray(ids)],
    )
    for (const [id, status, failure, message, at] of rows) {
      const fails = status === 'failed' && failure === 'unavailable'
      health.set(id!, {
        status: fails ? 'failing' : 'ok',
        last_payment_at: readDatabaseTime(at!),
        last_failure: fails ? message! : null,
      })
    }
    return health
  }
}
