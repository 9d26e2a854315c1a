// {site_url}/room-streams/{token}: what happens in the room of a webinar, as server-sent events. A room's frames are made
// once for all who listen: the service writes their HTML in the language of the school, as that of the page of the room.
import { common, Refused } from '@lms/contract'
import { roomSubject } from '@lms/events'
import { type RoomChange, rooms } from '@lms/webinars/contract'
import { absent } from '../cache/schools.ts'
import { newRequestId } from '../http/exchange.ts'
import { Listener, streamHeaders } from '../listening/listener.ts'
import type { Frame, Source } from '../listening/live-room.ts'
import { noRoom } from '../pages/room.ts'
import type { Visit } from '../public/route.ts'

/** A change as the service tells it on the bus: with its data only where it is a message. */
type SentChange = Pick<RoomChange, 'number' | 'kind'> & Partial<Pick<RoomChange, 'data'>>

/** Streams the events of a room after `Last-Event-ID`, or the number in `after`, or from now on. */
export async function takeStream(visit: Visit): Promise<void> {
  const { exchange, parts, school, parameter: token } = visit
  const { response, network, isHead } = exchange
  const disconnected = new Promise<void>(resolve => response.once('close', resolve))
  if (!isHead) disconnected.then(parts.hub.takePlace(school.school_id, network))
  const service = serviceOf(visit, exchange.requestId)
  const entered = await parts.hub.enter(async () => {
    const entry = await service.enter({ body: { token } }).catch(absent)
    if (!entry) throw new Refused(common.not_found, noRoom)
    const { registration_id: registration, user_id: user, session_id: session } = entry
    return { school: school.school_id, registration, user, session }
  })
  // It learns what a stream would be, and gets none.
  if (isHead) {
    exchange.head(200, streamHeaders)
    return void response.end()
  }
  const key = `${school.school_id} ${entered.session}`
  const listener = new Listener(exchange, entered)
  await parts.hub.listen(key, sourceOf(visit, entered.session), {
    listener,
    after: afterOf(visit),
    closed: disconnected,
  })
}

const serviceOf = ({ parts, school }: Visit, requestId: string) =>
  parts.ask('webinars', { rooms }, { school: school.school_id, requestId }).rooms

/** The last event that the client has. */
function afterOf({ exchange: { request, target } }: Visit): number | null {
  const query = new URLSearchParams(target.split('?')[1] ?? '').get('after')
  const lastEventId = String(request.headers['last-event-id'] ?? query ?? '')
  return /^\d{1,9}$/.test(lastEventId) ? Number(lastEventId) : null
}

function sourceOf(visit: Visit, session_id: RoomEntry['session_id']): Source {
  const { school_id, language, time_zone } = visit.school
  return {
    subject: roomSubject(school_id, session_id, 'webinars'),
    changesOf: text =>
      (JSON.parse(text) as SentChange[]).map(({ number, kind, data }) =>
        data ? frameOf({ number, kind, data }) : number,
      ),
    read: async after => {
      const service = serviceOf(visit, newRequestId())
      const { last, from, changes } = await service.changes({
        body: { session_id, after, language, time_zone },
      })
      return { last, from, frames: changes.map(frameOf) }
    },
  }
}
type RoomEntry = Awaited<ReturnType<ReturnType<typeof serviceOf>['enter']>>

function frameOf({ number, kind, data }: RoomChange): Frame {
  return { number, bytes: Buffer.from(`event: ${kind}\nid: ${number}\ndata: ${JSON.stringify(data)}\n\n`) }
}
