// What the events of a room are about, as it is now.
import type { PageVisit } from '@lms/contract'
import type { Work } from '@lms/service-host'
import { withFigures } from '../blocks/figures.ts'
import type { Stores } from '../builder.ts'
import { messageHtml } from '../live/message-html.ts'
import type { SessionRow } from '../sessions/session.store.ts'
import type { Webinar } from '../webinars/webinar.contract.ts'
import { type Filmed, filmOf } from './film.ts'
import { filmHtml } from './film-html.ts'
import { handsOf, questionOf } from './questions-html.ts'
import type { RoomChange, RoomState } from './room.contract.ts'
import { blockOf, counts, pinnedOf, stateOf as stateHtml } from './room-page.ts'

/** The room itself, the same for all participants. */
export const stateOf = (filmed: Filmed, webinar: Webinar, now: Date): RoomState => {
  const { session } = filmed
  return {
    title: webinar.title,
    host: session.host || webinar.host,
    status: session.status,
    starts_at: session.starts_at,
    says_recorded: session.auto && (webinar.auto?.says_recorded ?? true),
    film: filmOf(filmed, now),
    chat_open: session.status === 'live' && session.chat.open,
  }
}

/** The kept changes of a room after an event. */
export async function changesAfter(
  loadedSession: SessionRow,
  after: number,
  { language, time_zone }: Pick<PageVisit, 'language' | 'time_zone'>,
  ctx: Pick<Work, 'work' | 'runtime'>,
  stores: Stores,
): Promise<RoomChange[]> {
  const { blocks, messages, recordings, registrations, roomEvents, sessions, settings, webinars } = stores
  const events = await roomEvents.after(loadedSession.id, after)
  if (events.length === 0) return []
  // What was told since the session was read may be about a later state of it.
  const session =
    events.at(-1)!.number > loadedSession.last_event ? await sessions.get(loadedSession.id) : loadedSession
  const idsOf = (prefix: string) => [
    ...new Set(events.map(({ object_id }) => object_id).filter(each => each.startsWith(prefix))),
  ]
  const [messageRows, blockRows, pinned, webinar, recording, section, hands] = await Promise.all([
    messages.many(idsOf('wbm_')),
    blocks.many(idsOf('wbb_')),
    messages.pinnedIn(session.id),
    webinars.get(session.webinar_id),
    recordings.get(session.id),
    settings.get(),
    registrations.handsIn(session.id),
  ])
  const messageById = new Map<string, (typeof messageRows)[number]>(messageRows.map(each => [each.id, each]))
  const figures = await withFigures(
    blockRows.filter(({ status }) => status !== 'hidden'),
    ctx,
    stores,
  )
  const blockById = new Map<string, (typeof figures)[number]>(figures.map(each => [each.id, each]))
  const dataOf = (kind: RoomChange['kind'], id: string): RoomChange['data'] => {
    if (kind === 'state') {
      const state = stateOf({ session, recording, settings: section }, webinar, ctx.work.origin.now)
      return {
        html: stateHtml(state, language, time_zone).text,
        film: filmHtml(state.film, state.title, language).text,
        chat_open: state.chat_open,
        is_live: state.status === 'live',
      }
    }
    if (kind === 'hands') return { html: handsOf(hands, language)?.text ?? '' }
    if (kind === 'pin') return { html: pinned ? pinnedOf(pinned, language).text : '' }
    const block = blockById.get(id)
    if (!block) return { id }
    const counted = block.kind === 'poll' ? { counts: counts(block.results, [], language).text } : {}
    if (kind === 'poll') return { id, ...counted }
    // The form leads to the page that it is in.
    return { id, html: blockOf({ ...block, choices: [] }, session.status, '', language).text, ...counted }
  }
  return events.map(({ number, kind, object_id: id }) => {
    if (kind !== 'message' && kind !== 'question' && kind !== 'gone')
      return { number, kind, data: dataOf(kind, id) }
    const message = messageById.get(id)
    if (message?.status !== 'visible') return { number, kind: 'gone', data: { id } }
    if (message.kind === 'question') {
      const question = questionOf({ ...message, voted: false }, language).text
      return { number, kind: 'question', data: { id, html: question } }
    }
    return { number, kind: 'message', data: { id, html: messageHtml(message).text } }
  })
}
