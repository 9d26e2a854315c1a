import { column, objectTable, type RowIn, storeOf } from '@lms/service-host'
import { type ContentWarning, sourceOf } from '../content/source.ts'
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
import { campaigns as operations, refusals } from './campaign.contract.ts'
import { Campaign } from './campaign.object.ts'

/** What comes of the documents of a campaign, beside them. */
export interface Rendered {
  /** By message and variant. */
  mjml: (string | null)[][]
  /** The objects that they name. */
  named: string[]
  warnings: ContentWarning[]
}

const campaigns = objectTable('crm.campaigns', Campaign, {
  archive: {
    earlier: {
      values: { status: { sending: 'running', sent: 'finished' } },
      fields: { messages: { share: 'weight' } },
    },
  },
  list: operations.list,
  computed: ['after_stop', 'report'],
  hidden: { mjml: column.json<Rendered['mjml']>(), named: column.json<string[]>() },
  searched: ['name'],
  indexes: [['status', 'created_at', 'id']],
  lifecycle: {
    of: sendingLifecycle,
    emits: withoutEvents,
    refuses: {
      draft: refusals.campaign_over,
      scheduled: refusals.campaign_not_draft,
      paused: refusals.campaign_not_draft,
      running: refusals.campaign_not_draft,
      finished: refusals.campaign_over,
      stopped: refusals.campaign_over,
    },
  },
})
export type CampaignRow = RowIn<typeof campaigns>

export class CampaignStore extends storeOf(campaigns) implements SendingStore {
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

  holdSending(id: string): ReturnType<SendingStore['holdSending']> {
    return holdSending(this.work, 'campaigns', id)
  }

  async end(id: string, counts: () => Promise<Counts | null>): Promise<boolean> {
    const row = await this.lockAnyVersion(id)
    const finalCounts = row.status === 'running' ? await counts() : null
    if (finalCounts) this.tell(this.move(row, 'finish', { finished_at: this.work.now, counts: finalCounts }))
    return row.status !== 'paused'
  }

  /** Tells the end of a campaign. */
  tell(row: CampaignRow): void {
    tellEnd(this.work, row, { campaign_id: row.id })
  }

  /** The first few campaigns that are still to be sent to this tag, group or segment. */
  naming(list: AudienceList, id: string): Promise<string[]> {
    return naming(this.work, 'campaigns', list, id)
  }

  /** Variants of archives from before contents could be documents, or had preheaders, have none. */
  withLaterFields(): void {
    withResponses(this.work, 'campaigns')
    this.work.write(
      `update "crm"."campaigns" c set messages = (
         select jsonb_agg('{"winner": null}'::jsonb || m.message || jsonb_build_object('variants', (
             select jsonb_agg('{"document": null, "preheader": ""}'::jsonb || v.variant order by v.place)
             from jsonb_array_elements(m.message -> 'variants') with ordinality v (variant, place))) order by m.place)
         from jsonb_array_elements(c.messages) with ordinality m (message, place))
       where c.school_id = $1 and (exists (
         select from jsonb_path_query(c.messages, '$[*].variants[*]') v (variant) where not v.variant ?& array['document', 'preheader'])
         or exists (select from jsonb_array_elements(c.messages) m (message) where not m.message ? 'winner'))`,
      [this.work.school],
    )
  }

  /** The first few campaigns that are still to be sent whose documents name an object. */
  namedIn(id: string): Promise<string[]> {
    return segmentsOfSending(this.work, 'campaigns', id)
  }
}

const sendingOf = ({
  id,
  name,
  status,
  audience,
  started_at,
  local_time,
  topic,
  messages,
  mjml,
  winners,
}: CampaignRow): Sending => ({
  ...{ id, name, status, audience, started_at, local_time, topic },
  parts: messages.map(({ variants, ...message }, index) => ({
    ...message,
    step: index + 1,
    chosen: winners.find(each => each.message === index + 1)?.variant ?? null,
    variants: variants.map(({ weight, ...content }, variant) => ({
      weight,
      content: sourceOf({ ...content, mjml: mjml[index]?.[variant] ?? null, named: [] }),
    })),
  })),
})
