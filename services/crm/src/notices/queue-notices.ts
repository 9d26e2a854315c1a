// Queues the messages of events, as the school and the person want them.
import type { Notification } from '@lms/contract'
import { inLanguage } from '@lms/contract/language'
import type { User } from '@lms/users/contract'
import type { TransportKind } from '../addresses/kinds.ts'
import type { Stores } from '../builder.ts'
import { fillIn } from '../content/filler.ts'
import { type Links, type Source, sourceOf } from '../content/source.ts'
import { insertMessage } from '../messages/queue.ts'
import { choiceOf, type NotificationChoice, notificationOf } from '../settings/notifications.ts'
import { linkedObjects, linkTo, type ObjectLink } from '../settings/object-links.ts'
import type { TemplateRow } from '../templates/template.store.ts'
import { buttonIn } from './button.words.ts'
import { addToDigests } from './digest.ts'
import { longestMs, type Notice, type QueueContext } from './notice.ts'
import { idIn, type NoticeContext, type NoticeEvent, recipientsOf } from './notice-facts.ts'

interface Chosen {
  content: Source
  links: Links
  template_id: TemplateRow['id'] | null
  template_version: number | null
}

/** Queues what these events tell, in the transaction of the work. */
export async function tell(
  events: readonly NoticeEvent[],
  context: NoticeContext,
  ctx: QueueContext,
  stores: Stores,
): Promise<void> {
  const fresh = events.filter(({ created_at }) => Date.parse(created_at) + longestMs > Date.parse(ctx.now))
  const deliveries = fresh.flatMap(event => {
    const { facts, titles, links, ids } = context.of(event)
    return recipientsOf(event, facts).map(each => ({
      ...{ ...each, event, titles, links, ids },
      within: each.notice.within(facts),
    }))
  })
  if (deliveries.length === 0) return
  const { notifications: chosen, object_links } = await stores.settings.get()
  const sent = deliveries.filter(
    ({ notice, within }) => choiceOf(chosen, notice).send && !isSaidBy(within, chosen),
  )
  const here = sent.filter(({ user_id }) => context.users.has(user_id))
  const notices = (await rested(here, ctx, stores)).map(
    ({ notice, user_id, event, titles, links, ids }): Notice => {
      const user = context.users.get(user_id)!
      const link = linkOf(event, ids, object_links)
      const values = { ...titles, ...links, link, ...notice.values(event.data.object, user.locale) }
      return { notice, user, values, at: event.created_at, follows: ctx.followsFrom?.(event) }
    },
  )
  await queueNotices(notices, ctx, stores)
}

/** Whether another message says the same: the school sends it by e-mail, in the words of the platform. */
function isSaidBy(kind: string | null, chosen: readonly NotificationChoice[]): boolean {
  const other = kind === null ? undefined : notificationOf(kind)
  if (!other) return false
  const { send, transports, templates } = choiceOf(chosen, other)
  return send && transports.includes('email') && templates.length === 0
}

/** Queues messages to those of these people who are here: at once, or in the e-mail of their day. */
export async function queueNotices(
  notices: readonly Notice[],
  ctx: QueueContext,
  stores: Stores,
): Promise<void> {
  if (notices.length === 0) return
  const { notifications: chosen } = await stores.settings.get()
  const present = await stores.people.holdAll(notices.map(({ user }) => user.id))
  const contents = await templatesOf(
    notices.map(({ notice }) => choiceOf(chosen, notice)),
    ctx,
    stores,
  )
  const collected: Notice[] = []
  for (const each of notices) {
    const { notice, user, values, at, follows } = each
    if (!present.has(user.id)) continue
    const choice = choiceOf(chosen, notice)
    for (const transport of choice.transports.filter(kind => canSend(kind, ctx))) {
      if (choice.digest && transport === 'email') {
        collected.push(each)
        continue
      }
      insertMessage(
        {
          user_id: user.id,
          transport,
          topic: notice.topic,
          notification: notice.kind,
          attachments: [],
          send_at: null,
          expires_at: new Date(Date.parse(at) + longestMs).toISOString(),
          variables: values,
          ...contentFor(notice, choice, { transport, user, contents }),
        },
        { ...ctx, ...(follows && { follows }) },
        stores,
      )
    }
  }
  await addToDigests(collected, ctx, stores)
}

/** Without those who were told of this kind a short while ago, or are told of it by another event of these. */
async function rested<T extends { notice: Notification; user_id: string }>(
  sent: readonly T[],
  { now }: QueueContext,
  { messages }: Stores,
): Promise<T[]> {
  const recentKeys = new Set<string>()
  const keyOf = ({ notice, user_id }: T) => `${notice.kind} ${user_id}`
  for (const [notice, same] of Map.groupBy(sent, ({ notice }) => notice)) {
    if (notice.restMinutes === 0) continue
    const since = new Date(Date.parse(now) - notice.restMinutes * 60_000).toISOString()
    const ids = [...new Set(same.map(({ user_id }) => user_id))]
    for (const user_id of await messages.toldSince(ids, notice.kind, since))
      recentKeys.add(`${notice.kind} ${user_id}`)
  }
  return sent.filter(each => {
    if (each.notice.restMinutes === 0) return true
    if (recentKeys.has(keyOf(each))) return false
    recentKeys.add(keyOf(each))
    return true
  })
}

/** The page of the school about what an event is about. */
const linkOf = (
  event: NoticeEvent,
  ids: ReturnType<NoticeContext['of']>['ids'],
  links: readonly ObjectLink[],
) => linkTo(links, object => idIn(event, `${object}_id`, `${linkedObjects[object]}_`) ?? ids[object])

/** Without a mail server nobody waits for one. */
const canSend = (kind: TransportKind, { runtime }: QueueContext): boolean =>
  kind !== 'email' || Boolean(runtime.config.settings.LMS_SMTP_URL)

/** The templates that these choices name, those that are left and fit, by id. */
async function templatesOf(
  choices: readonly NotificationChoice[],
  { work }: QueueContext,
  stores: Stores,
): Promise<ReadonlyMap<string, TemplateRow & { links: Links }>> {
  const ids = new Set(choices.flatMap(({ templates }) => templates.map(({ template_id }) => template_id)))
  const templateById = new Map<string, TemplateRow & { links: Links }>()
  for (const row of await stores.messageTemplates.many([...ids])) {
    const { links } = await fillIn(
      { source: sourceOf(row), people: [] },
      { school: work.school, patient: true },
    )
    templateById.set(row.id, { ...row, links })
  }
  return templateById
}

/** The template of the school for this transport and language, else the text of the platform. */
function contentFor(
  notice: Pick<Notification, 'text'>,
  { templates }: NotificationChoice,
  {
    transport,
    user: { locale },
    contents,
  }: { transport: TransportKind; user: User; contents: Awaited<ReturnType<typeof templatesOf>> },
): Chosen {
  const fits = templates.filter(({ template_id }) => contents.get(template_id)?.transport === transport)
  const own = inLanguage(fits, locale)
  const row = own && contents.get(own.template_id)
  if (!row) {
    const { subject, body } = notice.text(locale)
    const content = { subject, body: `${body}${buttonIn(locale)}`, format: 'markdown' as const }
    return { content, links: [], template_id: null, template_version: null }
  }
  const { id, version, links } = row
  return { content: sourceOf(row), links, template_id: id, template_version: version }
}
