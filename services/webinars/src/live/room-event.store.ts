// The events of rooms. Whoever tells one has locked its session, so that the numbers have no gaps and follow the commits.
import { roomSubject } from '@lms/events'
import type { UnitOfWork, Work } from '@lms/service-host'
import { messageHtml, type RoomMessage } from './message-html.ts'
import { type RoomEventKind, storedEvents } from './room-event-kinds.ts'

/** On the bus: a message with its HTML, so that nobody needs to ask; other kinds are read from the service. */
export interface StoredRoomEvent {
  number: number
  kind: RoomEventKind
  object_id: string
  data?: { id: string; html: string }
}

/** A locked session, as this store needs it. */
interface Numbered {
  id: string
  last_event: number
}

type At = Pick<Work, 'runtime'>

export class RoomEventStore {
  readonly #work: UnitOfWork
  /** What this work has told, by session. */
  readonly #sentEvents = new Map<string, StoredRoomEvent[]>()
  constructor(work: UnitOfWork) {
    this.#work = work
  }

  /** Tells the room of a locked session of a message that everybody reads. */
  tellMessage(session: Numbered, message: RoomMessage, ctx: At): void {
    const { id, kind } = message
    const data = { id, html: messageHtml(message).text }
    // A question comes with its votes, in the language of the school.
    if (kind === 'question') this.tell(session, 'question', id, ctx)
    else this.#tell(session, { kind: 'message', object_id: id, data }, ctx)
  }

  /** Tells the room of a locked session of another change. */
  tell(session: Numbered, kind: Exclude<RoomEventKind, 'message'>, objectId: string, ctx: At): void {
    this.#tell(session, { kind, object_id: objectId }, ctx)
  }

  #tell({ id, last_event }: Numbered, event: Omit<StoredRoomEvent, 'number'>, { runtime }: At): void {
    const sentEvents = this.#sentEvents.get(id) ?? []
    if (sentEvents.length === 0) {
      this.#sentEvents.set(id, sentEvents)
      const subject = roomSubject(this.#work.school, id, 'webinars')
      // One message for all that this work tells. It may get lost: the numbers show it.
      this.#work.whenCommitted(() => {
        const { nats } = runtime.bus
        if (!nats.isClosed()) nats.publish(subject, JSON.stringify(sentEvents))
      })
    }
    const number = last_event + sentEvents.length + 1
    sentEvents.push({ number, ...event })
    const ofSession = [this.#work.school, id, String(number)]
    this.#work.write(
      `update "webinars"."sessions" set last_event = $3 where school_id = $1 and id = $2`,
      ofSession,
    )
    this.#work.write(
      `insert into "webinars"."room_events" (school_id, session_id, number, kind, object_id)
       values ($1, $2, $3, $4, $5)`,
      [...ofSession, event.kind, event.object_id],
    )
    this.#work.write(
      `delete from "webinars"."room_events" where school_id = $1 and session_id = $2 and number <= $3::int - ${storedEvents}`,
      ofSession,
    )
  }

  /** The kept events of a session after a number, in their order; of several of one kind and object the last. */
  async after(sessionId: string, number: number): Promise<StoredRoomEvent[]> {
    const { rows } = await this.#work.read(
      `select max(number) as number, kind, object_id from "webinars"."room_events"
       where school_id = $1 and session_id = $2 and number > $3 group by kind, object_id order by 1`,
      [this.#work.school, sessionId, String(number)],
    )
    return rows.map(([last, kind, object_id]) => ({
      number: Number(last),
      kind: kind as RoomEventKind,
      object_id: object_id!,
    }))
  }

  /** Has gateways end the streams of a registration, or of all of a person, and forget what they keep of rooms. */
  cut(id: string): void {
    this.#work.outgoing.invalidate({ kind: 'entry', id })
  }
}
