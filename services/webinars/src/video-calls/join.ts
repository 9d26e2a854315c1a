// The personal way into the video, which is computed anew each time.
import type { Work } from '@lms/service-host'
import type { Stores } from '../builder.ts'
import { isVideoOpen } from '../sessions/session.rules.ts'
import type { SessionRow } from '../sessions/session.store.ts'
import type { Participant } from '../video/provider/provider.ts'
import { videoProviders } from '../video/providers.ts'
import { openKeys, roomOf, sealedKeys } from './context.ts'

/** Where a participant, or for null the host, comes into the video of a session; null while it has none. */
export async function joinLink(
  session: SessionRow,
  participant: Participant | null,
  { work, runtime }: Pick<Work, 'work' | 'runtime'>,
  stores: Stores,
): Promise<string | null> {
  if (!isVideoOpen(session)) return null
  const [room, sealed, { host }] = await Promise.all([
    roomOf(session, stores),
    sealedKeys(work, stores),
    stores.webinars.get(session.webinar_id),
  ])
  const keys = openKeys(sealed, { school: work.school, vault: runtime.vault, clock: runtime.clock })
  const name = session.host || host || room.title
  const link = await videoProviders[session.video].joinLink(
    room,
    participant ?? { user_id: null, name, leads: true },
    keys,
  )
  return link && session.auto ? atPosition(link, session, keys.now) : link
}

/** Where an auto-webinar plays for everybody, whenever they come: so long after its start (Media Fragments URI 1.0). */
function atPosition(link: string, { started_at }: SessionRow, now: Date): string {
  const seconds = Math.floor((now.getTime() - Date.parse(started_at!)) / 1000)
  const url = new URL(link)
  url.hash = `t=${Math.max(0, seconds)}`
  return url.href
}
