// Past orders by what they are recognized by when their table comes again.
import { column, tenantEntity, textArray, type UnitOfWork } from '@lms/service-host'

/** The key is the guarantee that none comes twice. */
export const ImportedOrderEntity = tenantEntity(
  'commerce',
  'imported_orders',
  { key: column.key().primary(), order_id: column.id<'ord'>() },
  { archive: 'rows' },
)

export class ImportedOrderStore {
  protected readonly work: UnitOfWork
  constructor(work: UnitOfWork) {
    this.work = work
  }

  /** The ids of the orders with these keys. */
  async ofKeys(keys: readonly string[]): Promise<Map<string, string>> {
    if (keys.length === 0) return new Map()
    const { rows } = await this.work.read(
      `select key, order_id from "commerce"."imported_orders" where school_id = $1 and key = any($2::text[])`,
      [this.work.school, textArray(keys)],
    )
    return new Map(rows.map(([key, id]) => [key!, id!]))
  }

  note(key: string, orderId: string): void {
    this.work.write(
      `insert into "commerce"."imported_orders" (school_id, key, order_id) values ($1, $2, $3)`,
      [this.work.school, key, orderId],
    )
  }
}
