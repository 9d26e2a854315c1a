import { column, objectTable, type RowIn, storeOf } from '@lms/service-host'
import { webhooks as operations } from './webhook.contract.ts'
import { Webhook } from './webhook.object.ts'

const webhooks = objectTable('webhooks.subscriptions', Webhook, {
  computed: ['health'],
  hidden: {
    /** The headers, encrypted. */
    own_headers: column.text().nullable(),
    /** Encrypted by the vault. */
    secret: column.text(),
    /** The new secret during a rotation, encrypted. */
    next_secret: column.text().nullable(),
    /** The rights of the last caller who set the url or the events. */
    sender_rights: column.json<string[][]>().nullable(),
  },
  list: operations.list,
  // Its receiver has the secret of another installation: `restored` gives it a new one.
  archive: {
    without: { own_headers: null, secret: '', next_secret: null },
    sets: { active: false, header_names: [], rotation_ends_at: null },
  },
})
export type WebhookRow = RowIn<typeof webhooks>

export class WebhookStore extends storeOf(webhooks) {
  /** A new subscription with its channel. */
  override insert(row: Omit<WebhookRow, 'school_id'>): WebhookRow {
    this.work.write(
      `insert into webhooks.cursors (school_id, webhook_id, sequence, done, caught_up)
       values ($1, $2, coalesce((select s.last from webhooks.sequences s where s.school_id = $1), 0), '{}', true)`,
      [this.work.school, row.id],
    )
    this.work.write(
      `insert into webhooks.channels (school_id, webhook_id, active, suspended) values ($1, $2, $3,
       coalesce((select s.suspended from webhooks.school_states s where s.school_id = $1), false))`,
      [this.work.school, row.id, row.active ? 't' : 'f'],
    )
    return super.insert(row)
  }

  override save(row: WebhookRow, changes: Partial<WebhookRow> = {}): WebhookRow {
    const saved = super.save(row, changes)
    if (saved.version === row.version) return saved
    // Locked, so that the journal enters nothing more for it until it is inactive.
    if (row.active && !saved.active)
      this.work.write('select 1 from webhooks.sequences where school_id = $1 for share', [this.work.school])
    this.work.write(
      `update webhooks.channels set active = $3, until = case when not $3 then
         coalesce(until, (select s.last from webhooks.sequences s where s.school_id = $1)) end
       where school_id = $1 and webhook_id = $2`,
      [this.work.school, row.id, saved.active ? 't' : 'f'],
    )
    this.#notifySenders(row.id)
    return saved
  }

  /** Deletes the subscription. Its channel stays awake until a dispatcher has ended its waiting deliveries. */
  override remove(row: WebhookRow): void {
    super.remove(row)
    this.work.write(
      `update webhooks.channels set active = true, suspended = false, wake_at = $3 where school_id = $1 and webhook_id = $2`,
      [this.work.school, row.id, this.work.now],
    )
    this.#notifySenders(row.id)
  }

  /** The dispatcher with its channel loads the change at once. */
  #notifySenders(id: string): void {
    this.work.outgoing.invalidate({ kind: 'webhook', id })
  }
}
