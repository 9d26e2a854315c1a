// What the events of a room are about, as it is now.
import type { PageVisit } from '@lms/contract'
import type { Stores } from '../builder.ts'
import { messageHtml } from '../live/message-html.ts'
import type { Recording } from '../recordings/recording.contract.ts'
import { isVideoOpen } from '../sessions/session.rules.ts'
import type { SessionRow } from '../sessions/session.store.ts'
import type { Webinar } from '../webinars/webinar.contract.ts'
import type { RoomChange, RoomState } from './room.contract.ts'
import { blockOf, counts, pinnedOf, stateOf as stateHtml } from './room-page.ts'

/** The room itself, the same for all participants. */
export const stateOf = (
  session: SessionRow,
  webinar: Webinar,
  { url }: Pick<Recording, 'url'>,
): RoomState => ({
  host: session.host || webinar.host,
  status: session.status,
  starts_at: session.starts_at,
  video_open: isVideoOpen(session),
  says_recorded: session.auto && (webinar.auto?.says_recorded ?? true),
  recording_url: url,
  chat_open: session.status === 'live' && session.chat.open,
})

/** The kept changes of a room after an event. */
export async function changesAfter(
  known: SessionRow,
  after: number,
  { language, time_zone }: Pick<PageVisit, 'language' | 'time_zone'>,
  stores: Stores,
): Promise<RoomChange[]> {
  const { blocks, messages, recordings, roomEvents, sessions, webinars } = stores
  const events = await roomEvents.after(known.id, after)
  if (events.length === 0) return []
  // What was told since the session was read may be about a later state of it.
  const session = events.at(-1)!.number > known.last_event ? await sessions.get(known.id) : known
  const idsOf = (prefix: string) => [
    ...new Set(events.map(({ object_id }) => object_id).filter(each => each.startsWith(prefix))),
  ]
  const [said, shown, pinned, webinar, recording] = await Promise.all([
    messages.many(idsOf('wbm_')),
    blocks.many(idsOf('wbb_')),
    messages.pinnedIn(session.id),
    webinars.get(session.webinar_id),
    recordings.get(session.id),
  ])
  const messageById = new Map<string, (typeof said)[number]>(said.map(each => [each.id, each]))
  const withResults = await blocks.withResults(shown.filter(({ status }) => status !== 'hidden'))
  const blockById = new Map<string, (typeof withResults)[number]>(withResults.map(each => [each.id, each]))
  const dataOf = (kind: RoomChange['kind'], id: string): RoomChange['data'] => {
    if (kind === 'state') {
      const state = stateOf(session, webinar, recording)
      return { html: stateHtml(state, language, time_zone).text, chat_open: state.chat_open }
    }
    if (kind === 'pin') return { html: pinned ? pinnedOf(pinned, language).text : '' }
    const block = blockById.get(id)
    if (!block) return { id }
    const counted = block.kind === 'poll' ? { counts: counts(block.results, null, language).text } : {}
    if (kind === 'poll') return { id, ...counted }
    // The form leads to the page that it is in.
    return { id, html: blockOf({ ...block, choice: null }, session.status, '', language).text, ...counted }
  }
  return events.map(({ number, kind, object_id: id }) => {
    if (kind !== 'message' && kind !== 'gone') return { number, kind, data: dataOf(kind, id) }
    const message = messageById.get(id)
    if (message?.status !== 'visible') return { number, kind: 'gone', data: { id } }
    return { number, kind: 'message', data: { id, html: messageHtml(message).text } }
  })
}
