// What the events of a room are about, as it is now.
import type { Stores } from '../builder.ts'
import type { Recording } from '../recordings/recording.contract.ts'
import { isVideoOpen } from '../sessions/session.rules.ts'
import type { SessionRow } from '../sessions/session.store.ts'
import type { Webinar } from '../webinars/webinar.contract.ts'
import type { RoomChange, RoomState } from './room.contract.ts'

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
  session: SessionRow,
  after: number,
  stores: Stores,
): Promise<RoomChange[]> {
  const { blocks, messages, recordings, roomEvents, webinars } = stores
  const events = await roomEvents.after(session.id, after)
  if (events.length === 0) return []
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
  const counted = await blocks.withResults(shown.filter(({ status }) => status !== 'hidden'))
  const blockById = new Map<string, (typeof counted)[number]>(counted.map(each => [each.id, each]))
  return events.map(({ number, kind, object_id: id }) => {
    const none = { number, kind, id, message: null, block: null, state: null }
    if (kind === 'state') return { ...none, state: stateOf(session, webinar, recording) }
    if (kind === 'pin') return { ...none, message: pinned }
    if (kind === 'block' || kind === 'poll') return { ...none, block: blockById.get(id) ?? null }
    const message = messageById.get(id)
    return message?.status === 'visible' ? { ...none, kind: 'message', message } : { ...none, kind: 'gone' }
  })
}
