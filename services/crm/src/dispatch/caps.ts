// What a person gets at most: by the school's caps of transports, and by the kind of a notification.
import type { MessageRow, MessageStore } from '../messages/message.store.ts'
import type { CrmSettings } from '../settings/crm-settings.ts'
import { maxADay } from '../settings/notifications.ts'
import { serviceTopics } from '../settings/topic.ts'

type Capped = Pick<MessageRow, 'user_id' | 'transport' | 'topic' | 'notification'>

const dayMs = 86_400_000

/** How many messages each person can still get; those that go are taken from it. */
export class Caps {
  readonly #free: ReadonlySet<string>
  readonly #remaining = new Map<string, number>()

  private constructor(free: ReadonlySet<string>) {
    this.#free = free
  }

  /** The caps of the people of these messages, who are held. */
  static async of(
    rows: readonly Capped[],
    { frequency_caps, topics, notifications }: CrmSettings,
    now: string,
    messages: MessageStore,
  ): Promise<Caps> {
    const without = serviceTopics(topics)
    const caps = new Caps(new Set(without))
    const since = (days: number) => new Date(Date.parse(now) - days * dayMs).toISOString()
    for (const { transport, most, days } of frequency_caps) {
      const people = rows.filter(row => row.transport === transport).map(({ user_id }) => user_id)
      if (people.length === 0) continue
      const counts = await messages.countsSince(people, { transport, since: since(days), without })
      for (const user of people) caps.#lower(`${transport} ${user}`, most - (counts.get(user) ?? 0))
    }
    const notices = rows.filter(({ notification }) => notification !== null)
    const counts = await messages.noticesSince(
      notices.map(({ user_id }) => user_id),
      since(1),
    )
    for (const row of notices) {
      const key = noticeOf(row)
      caps.#lower(key, maxADay(notifications, row.notification!) - (counts.get(key) ?? 0))
    }
    return caps
  }

  isFull(row: Capped): boolean {
    return this.#placesOf(row).some(key => (this.#remaining.get(key) ?? 1) <= 0)
  }

  take(row: Capped): void {
    for (const key of this.#placesOf(row)) {
      const remaining = this.#remaining.get(key)
      if (remaining !== undefined) this.#remaining.set(key, remaining - 1)
    }
  }

  /** The school's caps do not count what is about a topic with the basis `service`. */
  #placesOf(row: Capped): string[] {
    const own = row.notification === null ? [] : [noticeOf(row)]
    return this.#free.has(row.topic) ? own : [`${row.transport} ${row.user_id}`, ...own]
  }

  #lower(key: string, to: number): void {
    this.#remaining.set(key, Math.min(to, this.#remaining.get(key) ?? to))
  }
}

const noticeOf = ({ notification, transport, user_id }: Capped) => `${notification} ${transport} ${user_id}`
