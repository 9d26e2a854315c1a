import { newId, Refused } from '@lms/contract'
import { enqueue } from '@lms/service-host'
import type { TransportKind } from '../addresses/kinds.ts'
import { builder, type Stores } from '../builder.ts'
import { fillIn } from '../content/filler.ts'
import type { Source } from '../content/source.ts'
import { checkPeople } from '../people/present.ts'
import { topicRefusals } from '../settings/topic.ts'
import { handOver } from './hand-over.task.ts'
import { messages, refusals } from './message.contract.ts'
import { withStep } from './message.store.ts'

export const messageHandlers = builder.implement(messages, {
  list: ({ query }, { messages }) => messages.page(query),

  get: ({ path }, { messages }) => messages.get(path.id),

  create: async (input, stores) => {
    const { body, now, work } = input
    const { user_id, transport, topic, variables, send_at, expires_at } = body
    if (expires_at !== null && expires_at <= (send_at !== null && send_at > now ? send_at : now))
      throw new Refused(refusals.message_term_past)
    const [{ content, ...template }, { topics }] = await Promise.all([
      contentOf(body, stores),
      stores.settings.get(),
      checkPeople([user_id], input, stores),
    ])
    if (!topics.some(({ key }) => key === topic)) throw new Refused(topicRefusals.topic_unknown)
    const { milliseconds, links } = await fillIn({ source: content, people: [] }, work.school)
    input.charge(milliseconds)
    const id = newId('msg')
    if (transport === 'email') stores.hits.keepTargets(id, links)
    const at = send_at !== null && send_at > now ? new Date(send_at) : undefined
    enqueue(work, handOver, { message_id: id }, { key: id, ...(at && { at }) })
    return stores.messages.insert({
      ...stores.messages.fresh(id),
      ...template,
      user_id,
      mailing_id: null,
      campaign_id: null,
      step: null,
      variant: null,
      origin: null,
      shard: 0,
      transport,
      topic,
      content,
      variables,
      status: 'queued',
      reason: null,
      address: null,
      address_hash: null,
      subject: '',
      text: null,
      answer: '',
      send_after: send_at,
      expires_at,
      sent_at: null,
      delivered_at: null,
      bounced_at: null,
      opened_at: null,
      clicked_at: null,
      unsubscribed_at: null,
      timeline: withStep({ timeline: [] }, 'queued', now),
      tries: 0,
    })
  },
})

interface Given {
  template_id: string | null
  transport: TransportKind
  subject: string
  format: Source['format']
  body: string | null
}

/** The content of the body, or the present one of the template. */
export async function contentOf({ template_id, transport, subject, format, body }: Given, stores: Stores) {
  if ((template_id === null) === (body === null)) throw new Refused(refusals.message_content_unclear)
  if (body !== null) return { content: { subject, format, body }, template_id: null, template_version: null }
  const template = await stores.messageTemplates.find(template_id!)
  if (template?.transport !== transport) throw new Refused(refusals.template_unknown)
  const { id, version, ...of } = template
  const content = { subject: of.subject, format: of.format, body: of.body }
  return { content, template_id: id, template_version: version }
}
