import { enqueue, missing } from '@lms/service-host'
import { builder, type Stores } from '../builder.ts'
import type { MessageRow } from '../messages/message.store.ts'
import { withCampaign } from './campaign-parameters.ts'
import { isScan, judgeAfterMs } from './hit.rules.ts'
import { ownerOf } from './hit.store.ts'
import { judgeHitsTask } from './judge.run.ts'
import { judgeHits } from './judge.task.ts'
import { hiddenLink, opening, prefetch, readTracked } from './tracked-token.ts'
import { tracking } from './tracking.contract.ts'
import { LinkTargetEntity, MessageHitEntity } from './tracking.entity.ts'
import { visitorOf } from './visitor.ts'

/** When it left: who opens a message that may have left shows that it has. */
const leftAt = ({ sent_at, status, timeline }: MessageRow): string | null =>
  sent_at ?? (status === 'unknown' ? (timeline.find(({ what }) => what === 'unknown')?.at ?? null) : null)

/** Where a link leads, with the parameters that the settings ask for; null for none. */
async function markedTarget(row: MessageRow, number: number, stores: Stores): Promise<string | null> {
  const [target, { tracking }] = await Promise.all([
    stores.hits.target(ownerOf(row), number),
    stores.settings.get(),
  ])
  if (target === null || tracking.utm.source === null) return target
  const { mailing_id, campaign_id } = row
  const sending =
    mailing_id !== null
      ? await stores.mailings.find(mailing_id)
      : campaign_id !== null && (await stores.campaigns.find(campaign_id))
  return withCampaign(target, tracking.utm, sending ? sending.name : null)
}

const trackingHandlers = builder.implement(tracking, {
  hit: async ({ body, now, work, runtime }, stores) => {
    const { messages, hits } = stores
    const claim = readTracked(body.token, work.school, runtime.vault)
    if (!claim || (claim.number === opening) !== (body.kind === 'opens')) return missing()
    const { id } = claim
    const visitor = visitorOf(body.agent, body.kind)
    const number = visitor === 'unsure' ? prefetch : claim.number
    const row = await messages.get(id)
    const isLink = claim.number !== opening && claim.number !== hiddenLink
    const [target, earlierHits] = await Promise.all([
      isLink ? markedTarget(row, number, stores) : null,
      hits.of(id),
    ])
    if (isLink && target === null) return missing()
    // What is loaded when the mail comes is loaded soon after it was sent.
    const machine = visitor === 'machine' || (visitor === 'person' && isScan(leftAt(row), now))
    const before = earlierHits.find(hit => hit.number === number)
    if (before && (machine || !before.machine)) return { target }
    hits.record(id, { number, machine })
    const at = new Date(Date.parse(now) + judgeAfterMs)
    // A click is traced to what caused the message.
    const follows = row.request_id ? { follows: { requestId: row.request_id, causeId: null } } : {}
    if (!machine && number !== hiddenLink)
      enqueue(work, judgeHits, { message_id: id }, { key: id, at, ...follows })
    return { target }
  },
})

export const trackingResource = builder.resource({
  handlers: [trackingHandlers],
  entities: [LinkTargetEntity, MessageHitEntity],
  tasks: [judgeHitsTask],
})
