import { column, objectTable, type RowIn, storeOf } from '@lms/service-host'
import { sourceOf } from '../content/source.ts'
import type { Counts } from '../messages/counts.ts'
import {
  type AudienceList,
  holdSending,
  naming,
  segmentsOfSending,
  tellEnd,
  withResponses,
} from '../sendings/rows.ts'
import { sendingLifecycle, withoutEvents } from '../sendings/sending.lifecycle.ts'
import type { Sending, SendingStore } from '../sendings/sending.ts'
import { mailings as operations, refusals } from './mailing.contract.ts'
import { Mailing } from './mailing.object.ts'

const mailings = objectTable('crm.mailings', Mailing, {
  archive: { earlier: { values: { status: { sending: 'running', sent: 'finished' } } } },
  list: operations.list,
  computed: ['after_stop', 'report'],
  hidden: { mjml: column.text().nullable(), named: column.json<string[]>() },
  searched: ['name'],
  indexes: [['status', 'created_at', 'id']],
  lifecycle: {
    of: sendingLifecycle,
    emits: withoutEvents,
    refuses: {
      draft: refusals.mailing_over,
      scheduled: refusals.mailing_not_draft,
      paused: refusals.mailing_not_draft,
      running: refusals.mailing_not_draft,
      finished: refusals.mailing_not_draft,
      stopped: refusals.mailing_not_draft,
    },
  },
})
export type MailingRow = RowIn<typeof mailings>

export class MailingStore extends storeOf(mailings) implements SendingStore {
  async sending(id: string): Promise<Sending | null> {
    const row = await this.find(id)
    return row && sendingOf(row)
  }

  async begin(id: string): Promise<Sending | null> {
    const row = await this.lockAnyVersion(id)
    if (row.status === 'scheduled') return sendingOf(this.move(row, 'start', { started_at: this.work.now }))
    // Who is in the audience is found out also while it pauses.
    return row.status === 'running' || row.status === 'paused' ? sendingOf(row) : null
  }

  /** Starts a locked draft to the audience of somebody else, who queues it. */
  startFor(row: MailingRow, audience: MailingRow['audience']): MailingRow {
    return this.move(row, 'start', { audience, started_at: this.work.now })
  }

  holdSending(id: string): ReturnType<SendingStore['holdSending']> {
    return holdSending(this.work, 'mailings', id)
  }

  async end(id: string, counts: () => Promise<Counts | null>): Promise<boolean> {
    const row = await this.lockAnyVersion(id)
    const finalCounts = row.status === 'running' ? await counts() : null
    if (finalCounts) this.tell(this.move(row, 'finish', { finished_at: this.work.now, counts: finalCounts }))
    return row.status !== 'paused'
  }

  /** Tells the end of a mailing. */
  tell(row: MailingRow): void {
    tellEnd(this.work, row, { mailing_id: row.id })
  }

  /** Audiences of archives from before they could name responses name none. */
  withLaterFields(): void {
    withResponses(this.work, 'mailings')
  }

  /** The first few mailings that are still to be sent to this tag, group or segment. */
  naming(list: AudienceList, id: string): Promise<string[]> {
    return naming(this.work, 'mailings', list, id)
  }

  /** The first few mailings that are still to be sent whose documents name an object. */
  namedIn(id: string): Promise<string[]> {
    return segmentsOfSending(this.work, 'mailings', id)
  }
}

const sendingOf = (row: MailingRow): Sending => {
  const { id, name, status, audience, started_at, local_time, transport, topic } = row
  const content = sourceOf(row)
  const part = { step: null, transport, delay_minutes: 0, unless_opened: false, winner: null, chosen: null }
  return {
    ...{ id, name, status, audience, started_at, local_time, topic },
    parts: [{ ...part, variants: [{ weight: 1, content }] }],
  }
}
