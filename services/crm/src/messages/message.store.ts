import { readTime } from '@lms/contract'
import { column, objectTable, type RowIn, storeOf, textArray, visibleByPerson } from '@lms/service-host'
import type { Source, Variables } from '../content/source.ts'
import { messages as operations } from './message.contract.ts'
import { messageSent } from './message.events.ts'
import { messageLifecycle } from './message.lifecycle.ts'
import { Message, timelineMost } from './message.object.ts'

const messages = objectTable('crm.messages', Message, {
  list: operations.list,
  hidden: {
    /** What is sent, until it is: afterwards only template and variables are known. */
    content: column.json<Source>().nullable(),
    variables: column.json<Variables>().nullable(),
    address_hash: column.key().nullable(),
    tries: column.integer(),
  },
  indexes: [
    ['user_id', 'created_at', 'id'],
    ['user_id', 'transport', 'sent_at'],
    ['status', 'created_at', 'id'],
    ['template_id', 'created_at', 'id'],
  ],
  lifecycle: {
    of: messageLifecycle,
    emits: {
      hand: null,
      skip: null,
      drop: null,
      remove: null,
      accept: messageSent,
      refuse: null,
      defer: null,
      lose: null,
    },
    refuses: {},
  },
  visible: visibleByPerson('crm', 'user_id'),
})
export type MessageRow = RowIn<typeof messages>

export class MessageStore extends storeOf(messages) {
  /** These messages, locked. */
  async lockMany(ids: readonly string[]): Promise<MessageRow[]> {
    if (ids.length === 0) return []
    const { rows } = await this.work.lock(
      `${messages.select} and t.id = any($2::text[]) order by t.id for update`,
      [this.work.school, textArray(ids)],
    )
    return rows.map(row => this.readLocked(row))
  }

  /**
   * The numbers of messages that these people got in a transport since a time, without those of some topics. What is being
   * handed over counts: hold the people before.
   */
  async countsSince(
    userIds: readonly string[],
    { transport, since, without }: { transport: string; since: string; without: readonly string[] },
  ): Promise<Map<string, number>> {
    const { rows } = await this.work.read(
      `select user_id, count(*) from "crm"."messages" where school_id = $1 and user_id = any($2::text[]) and transport = $3
         and (sent_at > $4 or status = 'handing') and topic <> all($5::text[]) group by user_id`,
      [this.work.school, textArray(userIds), transport, since, textArray(without)],
    )
    return new Map(rows.map(([user, count]) => [user!, Number(count)]))
  }

  /** Until the end of the work nobody else decides whether these people get a message. */
  holdPeople(userIds: readonly string[]): Promise<unknown> {
    return this.work.lock(
      `select pg_advisory_xact_lock(hashtextextended('messages to ' || $1 || u, 0))
       from (select distinct unnest($2::text[]) u order by 1) people`,
      [this.work.school, textArray(userIds)],
    )
  }

  /** Gives a person's messages to another person. */
  moveTo(into: string, from: string): void {
    this.work.write(
      `update "crm"."messages" set user_id = $2, version = version + 1, updated_at = $4
       where school_id = $1 and user_id = $3`,
      [this.work.school, into, from, this.work.now],
    )
  }

  /** Erases what the messages to a person say. */
  blankOf(userId: string): void {
    this.work.write(
      `update "crm"."messages" set address = null, subject = '', text = null, answer = '', content = null, variables = null,
         version = version + 1, updated_at = $3
       where school_id = $1 and user_id = $2`,
      [this.work.school, userId, this.work.now],
    )
  }
}

/** The history with one more step; the first ones stay. */
export const withStep = (
  { timeline }: Pick<Message, 'timeline'>,
  what: string,
  at: string,
): Message['timeline'] => {
  const time = readTime(at) ?? at
  return [...timeline.slice(0, timelineMost - 1), { at: time, what }]
}
