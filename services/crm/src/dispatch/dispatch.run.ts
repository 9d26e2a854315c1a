// At most once: a message is marked `sending` in one transaction, and leaves in the call after it. Where that call runs again,
// an earlier run may have handed over: a transport that recognizes repetitions gets the message again, of others the
// message becomes `unknown`. A service that is away while people are read is no failure: nothing has left.
import type { Outside, OutsideRuntime, Work } from '@lms/service-host'
import type { User } from '@lms/users/contract'
import { returnToken } from '../addresses/return-path.ts'
import { builder, type Stores } from '../builder.ts'
import { framed } from '../content/frame.ts'
import { type Filled, lacksSubject } from '../content/source.ts'
import { type SchoolValues, schoolValues } from '../content/values.ts'
import { groupSize, handOver, type MarkedGroup, sendShard } from '../messages/dispatch.task.ts'
import { maxText } from '../messages/message.object.ts'
import type { MessageRow } from '../messages/message.store.ts'
import { readConsents } from '../people/consents.ts'
import { nullIfUnavailable, readMessengers, readPeople } from '../people/read.ts'
import type { Sending } from '../sendings/sending.ts'
import { sendingStoreOf } from '../sendings/store-of.ts'
import type { CrmSettings } from '../settings/crm-settings.ts'
import { imprintOf } from '../settings/imprint.rules.ts'
import { crmSecrets } from '../settings/secrets.ts'
import { topicIn } from '../settings/topic.ts'
import { markedText, withCampaign } from '../tracking/campaign-parameters.ts'
import { withTracking } from '../tracking/rewrite.ts'
import { trackedToken } from '../tracking/tracked-token.ts'
import { transports } from '../transports/transports.ts'
import { markNext } from './claim-messages.ts'
import { type Content, contentsOf, type LinkOf } from './contents.ts'
import { messageLink } from './message-link.ts'
import type { Ended } from './outcome.ts'
import { record } from './record-outcomes.ts'
import { renditionOf } from './rendition.ts'
import { inTurn } from './send-in-turn.ts'

interface Request {
  group: MessageRow[]
  users: Map<string, User>
  messengers: Map<string, string>
  consents: Map<string, Set<string>>
  /** The messages that may leave next. */
  next: MessageRow[]
  /** The mailing or campaign. */
  sending: Sending | null
  school: SchoolValues
  settings: CrmSettings
  /** The secrets of the settings, encrypted. */
  sealed: Map<string, string>
  /** An earlier run of this call may have handed over. */
  repeated: boolean
}
/** People could not be read: the marked messages wait as they are. */
interface Unavailable {
  away: MarkedGroup
}
const unavailableMs = 30_000

export const handOverCall = builder.externalCall(handOver, {
  prepare: async ({ payload, state, ...ctx }, stores): Promise<Request | Unavailable> => {
    const next = await stores.messages.many([payload.message_id])
    return requestOf(state, { next, sending: null }, ctx, stores)
  },
  call: handOverGroup,
  finish: async ({ outcome, ...ctx }, stores) => {
    if ('away' in outcome) return laterBy(outcome, ctx)
    await record(outcome, ctx, stores)
    return markedNext(outcome, ctx, stores)
  },
  failed: loseMarked,
})

export const sendShardCall = builder.externalCall(sendShard, {
  prepare: async ({ payload, state, ...ctx }, stores): Promise<Request | Unavailable> => {
    const [next, sending] = await Promise.all([
      stores.messages.nextOf(payload, groupSize),
      sendingStoreOf(payload.origin, stores).sending(payload.origin),
    ])
    return requestOf(state, { next, sending }, ctx, stores)
  },
  call: handOverGroup,
  finish: async ({ payload: { origin }, outcome, ...ctx }, stores) => {
    if ('away' in outcome) return laterBy(outcome, ctx)
    const sendings = sendingStoreOf(origin, stores)
    if (outcome.next.length === 0 && outcome.group.length === 0) {
      // The last shard that has nothing left ends it.
      const isOver = await sendings.end(origin, () => stores.messages.finalCounts(origin))
      return isOver ? undefined : pausing(ctx)
    }
    // Nobody stops it meanwhile.
    const status = await sendings.holdSending(origin)
    await record(outcome, ctx, stores, { stopped: status === 'over' })
    if (status === 'paused') return pausing(ctx)
    return status === 'running'
      ? ((await markedNext(outcome, ctx, stores)) ?? { state: { ids: [] } })
      : undefined
  },
  failed: loseMarked,
})

type Outcome = Request & { ended: Map<string, Ended> }

/** What the call needs; the state has the messages that the step before has marked. */
async function requestOf(
  state: MarkedGroup | null,
  { next, sending }: Pick<Request, 'next' | 'sending'>,
  { failures, ...ctx }: Pick<Work, 'work' | 'runtime'> & { failures: number },
  { messages, settings }: Stores,
): Promise<Request | Unavailable> {
  const marked = state?.ids ?? []
  const repeated = failures > 0 || state?.repeated === true
  const [rows, values, sealed] = await Promise.all([
    messages.many(marked),
    settings.get(),
    crmSecrets.read(ctx.work),
  ])
  const ids = [...new Set([...rows, ...next].map(({ user_id }) => user_id))]
  const inMessenger = next.some(({ transport }) => transport === 'telegram')
  const read = await Promise.all([
    readPeople(ids, ctx),
    readMessengers(inMessenger ? ids : [], ctx),
    readConsents(ids, ctx),
    schoolValues(ctx),
  ]).catch(nullIfUnavailable)
  if (read === null) return { away: { ids: marked, repeated } }
  const [users, messengers, consents, school] = read
  const group = rows.filter(({ status }) => status === 'sending')
  const own = { ...values, time_zone: values.time_zone ?? school.time_zone }
  return { group, next, sending, users, messengers, consents, school, settings: own, sealed, repeated }
}

/** How long a shard that pauses waits before it looks again whether it goes on. */
const pauseMs = 30_000

const pausing = ({ work }: Pick<Work, 'work'>) => ({
  state: { ids: [] },
  at: new Date(work.origin.now.getTime() + pauseMs),
})

const laterBy = ({ away: unavailable }: Unavailable, { work }: Pick<Work, 'work'>) => ({
  state: unavailable,
  at: new Date(work.origin.now.getTime() + unavailableMs),
})

async function handOverGroup(
  request: Request | Unavailable,
  { runtime, signal, school }: Outside,
): Promise<Outcome | Unavailable> {
  if ('away' in request) return request
  const since = runtime.clock.now().getTime()
  const linkOf = linksTo(request.school, { runtime, id: school })
  const contents = await contentsOf({ ...request, linkOf }, school)
  const ended = await inTurn(
    request.group,
    message => endOf(message, contents.get(message.id)!, request, { runtime, signal, id: school }),
    () => runtime.clock.now().getTime() - since,
  )
  return { ...request, ended }
}

/** Nobody knows whether the marked messages have left: they do not leave when the task is tried again. */
async function loseMarked(
  { state, ...ctx }: Work & { state: MarkedGroup | null },
  stores: Stores,
): Promise<void> {
  const group = await stores.messages.many(state?.ids ?? [])
  const ended = new Map(group.map(({ id }) => [id, { status: 'unknown' as const, filled: null }]))
  await record({ group, ended }, ctx, stores)
}

/** Marks the next messages, for the next step. */
async function markedNext(outcome: Outcome, ctx: Pick<Work, 'work' | 'runtime' | 'now'>, stores: Stores) {
  const { ids, waitsUntil, holdsOthers } = await markNext(outcome.next, outcome, ctx, stores)
  if (ids.length > 0) return { state: { ids } }
  // The quiet hours of a whole group are not those of the people behind it.
  if (outcome.next.length === groupSize && !holdsOthers) return undefined
  return waitsUntil ? { state: { ids: [] }, at: waitsUntil } : undefined
}

async function endOf(
  message: MessageRow,
  content: Content,
  request: Request,
  ctx: { runtime: OutsideRuntime; signal: AbortSignal; id: string },
): Promise<Ended> {
  const { users, settings, school, sealed, repeated } = request
  const { runtime, signal, id } = ctx
  const { transport: kind, address, topic } = message
  const dropped = (answer: string): Ended => ({
    status: 'dropped',
    answer: answer.slice(0, 500),
    filled: null,
  })
  if ('error' in content) return dropped(content.error)
  if (content.missing.length) return dropped(`Without a value: ${content.missing.join(', ')}`)
  if (lacksSubject(kind, content) && message.origin !== null) return dropped('Without a subject.')
  if (kind === 'in_app' && content.text.length > maxText)
    return dropped(`An in-app message has at most ${maxText} characters.`)
  const transport = transports[kind]
  if (repeated && !transport.repeats) return { status: 'unknown', filled: content }
  const isService = topicIn(settings.topics, topic)?.basis === 'service'
  const linkOf = linksTo(school, ctx)
  const unsubscribeUrl = isService ? null : linkOf('unsubscribe', message)
  const locale = users.get(message.user_id)?.locale ?? 'en'
  const around = { look: school.look, unsubscribeUrl, imprint: imprintOf(isService, settings, school.name) }
  const inFrame = (filled: Filled) => (kind === 'email' ? framed(filled, locale, around) : filled)
  const finishedContent = inFrame(
    kind === 'email' && isFollowed(message, isService) ? withLinks(content, message, request, ctx) : content,
  )
  const own = [linkOf('unsubscribe', message), linkOf('mails', message)]
  // What a mailing says is known of the mailing.
  const rendition = message.origin === null ? renditionOf(inFrame(content), own, school) : null
  try {
    const domain = runtime.config.settings.LMS_MAIL_RETURN_DOMAIN
    const finished = {
      ...finishedContent,
      id: message.id,
      to: address!,
      unsubscribeUrl,
      attachments: message.attachments ?? [],
      returnTo: domain ? `${returnToken(message.id, id, runtime.vault)}@${domain}` : null,
    }
    const secret = (path: string) => crmSecrets.open(sealed, path, { school: id, vault: runtime.vault })
    const outcome = await transport.handOver(finished, { runtime, signal, settings, school, secret })
    return { ...outcome, filled: content, rendition }
  } catch (error) {
    runtime.log.warn({ err: error, message_id: message.id }, 'a message may have left, or not')
    // One that recognizes repetitions gets it again.
    if (transport.repeats) return { status: 'deferred', answer: 'There was no answer.', filled: content }
    return { status: 'unknown', filled: content, rendition }
  }
}

/** The links of a message to pages about itself. */
const linksTo =
  (
    { url }: Pick<SchoolValues, 'url'>,
    { runtime, id }: { runtime: Pick<OutsideRuntime, 'vault'>; id: string },
  ): LinkOf =>
  (page, message) =>
    messageLink(page, message.id, { url, school: id, vault: runtime.vault })

/** Whether links and openings are followed: not in what people need for what they have bought, unless it goes to an audience. */
const isFollowed = ({ origin }: MessageRow, isService: boolean): boolean => origin !== null || !isService

/** The content whose links lead through the site of the school, as its settings say. */
function withLinks(
  { links, ...content }: Exclude<Content, { error: string }>,
  message: MessageRow,
  { settings, school, sending }: Request,
  { runtime, id }: { runtime: OutsideRuntime; id: string },
): Filled {
  if (content.html === null) return content
  const url = (kind: 'links' | 'opens', number: number) =>
    `${school.url}/${kind}/${trackedToken(message.id, number, id, runtime.vault)}`
  const { tracking } = settings
  const marked = (target: string) => withCampaign(target, tracking.utm, sending?.name ?? null)
  const html = withTracking(content.html, { links, url, marked, ...tracking })
  const text = tracking.utm.source === null ? content.text : markedText(content.text, links, marked)
  return { ...content, html, text }
}
