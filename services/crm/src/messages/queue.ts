// Queues one message to a person.
import { type BodyOf, newId, Refused } from '@lms/contract'
import { enqueue, type Follows, type Work } from '@lms/service-host'
import type { TransportKind } from '../addresses/kinds.ts'
import type { Stores } from '../builder.ts'
import { fillIn } from '../content/filler.ts'
import { piecesOf } from '../content/prepare.ts'
import { type Links, type Source, sourceOf, type Variables } from '../content/source.ts'
import { checkPeople } from '../people/check-people.ts'
import { topicIn, topicRefusals } from '../settings/topic.ts'
import type { Attachment } from './attachment.ts'
import { handOver } from './dispatch.task.ts'
import { type messages, refusals } from './message.contract.ts'
import type { Message } from './message.object.ts'
import { withStep } from './message.store.ts'
import { checkHorizon } from './start.rules.ts'

export type NewMessage = Omit<BodyOf<(typeof messages)['create']>, 'cancel_id'> & {
  attachments: Attachment[]
}

export interface QueueAt extends Pick<Work, 'work' | 'runtime' | 'now'> {
  charge: (milliseconds: number) => void
  /** What the message follows from, if the work does more. */
  follows?: Follows
  /** What it is counted by besides a mailing or campaign. */
  source?: string | null
  /** The kind of a message that the platform sends by itself. */
  notification?: string | null
  /** Whether an e-mail is refused without a subject: scenarios that run have sent such ones since they were published. */
  needsSubject?: boolean
}

/** Queues it, in the transaction of the work; refuses what `POST /v1/messages` refuses. */
export async function queueMessage(message: NewMessage, ctx: QueueAt, stores: Stores): Promise<Message> {
  const { user_id, transport, topic, variables, attachments, send_at, expires_at } = message
  const { now, work } = ctx
  checkHorizon(send_at, now)
  if (expires_at !== null && expires_at <= (send_at !== null && send_at > now ? send_at : now))
    throw new Refused(refusals.message_term_past)
  const [{ content, ...template }, { topics }] = await Promise.all([
    contentOf(message, stores),
    stores.settings.get(),
    checkPeople([user_id], ctx, stores),
  ])
  if (!topicIn(topics, topic)) throw new Refused(topicRefusals.topic_unknown)
  if (ctx.needsSubject && transport === 'email' && content.subject.trim() === '')
    throw new Refused(refusals.message_subject_missing)
  const pieces = message.body === null ? [] : piecesOf(content)
  const sender = { school: work.school, charge: ctx.charge }
  const { links } = await fillIn({ source: content, people: [], pieces }, sender)
  return insertMessage(
    {
      ...{ user_id, transport, topic, send_at, expires_at, variables, attachments, content, links },
      ...{ ...template, notification: ctx.notification ?? null },
    },
    ctx,
    stores,
  )
}

interface PreparedMessage
  extends Pick<NewMessage, 'user_id' | 'transport' | 'topic' | 'send_at' | 'expires_at' | 'attachments'> {
  variables: Variables
  content: Source
  /** The targets of the content: those that are not kept lead nowhere. */
  links: Links
  template_id: Message['template_id']
  template_version: number | null
  notification?: string | null
}

/** Queues a message that is known to be fit, to a person who is held until the end of the work. */
export function insertMessage(
  { links, send_at, attachments, notification = null, ...fields }: PreparedMessage,
  { work, now, follows, source = null }: Pick<QueueAt, 'work' | 'now' | 'follows' | 'source'>,
  stores: Stores,
): Message {
  const id = newId('msg')
  if (fields.transport === 'email') stores.hits.keepTargets(id, links)
  const due = send_at !== null && send_at > now ? { at: new Date(send_at) } : {}
  enqueue(work, handOver, { message_id: id }, { key: id, ...due, ...(follows && { follows }) })
  return stores.messages.insert({
    ...stores.messages.fresh(id),
    ...fields,
    notification,
    mailing_id: null,
    campaign_id: null,
    step: null,
    variant: null,
    origin: null,
    source,
    shard: 0,
    attachments: attachments.length ? attachments : null,
    rendition: null,
    request_id: follows?.requestId ?? work.origin.requestId,
    status: 'queued',
    reason: null,
    address: null,
    address_hash: null,
    subject: '',
    text: null,
    answer: '',
    send_after: send_at,
    sent_at: null,
    delivered_at: null,
    bounced_at: null,
    bounce: null,
    opened_at: null,
    prefetched_at: null,
    clicked_at: null,
    unsubscribed_at: null,
    timeline: withStep({ timeline: [] }, 'queued', now),
    tries: 0,
  })
}

interface ContentInput {
  template_id: string | null
  transport: TransportKind
  subject: string
  preheader?: string
  format: Source['format']
  body: string | null
}

/** The content of the body, or the present one of the template. */
export async function contentOf(
  { template_id, transport, subject, preheader = '', format, body }: ContentInput,
  stores: Stores,
) {
  if ((template_id === null) === (body === null)) throw new Refused(refusals.message_content_unclear)
  if (body !== null)
    return { content: { subject, preheader, format, body }, template_id: null, template_version: null }
  const template = await stores.messageTemplates.find(template_id!)
  if (template?.transport !== transport) throw new Refused(refusals.template_unknown)
  const { id, version } = template
  return { content: sourceOf(template), template_id: id, template_version: version }
}
