import { column, type ListQuery, objectTable, type RowIn, type RowPage, storeOf } from '@lms/service-host'
import { AgentMessage, agentChat } from './message.contract.ts'
import { forgetting, type Searched, wordsOf } from './people-in-dialogue.ts'

const messages = objectTable('users.agent_messages', AgentMessage, {
  list: agentChat.list,
  /** Whom the agent has seen for its answer (`peopleText`). */
  hidden: { people_seen: column.text() },
  indexes: [['user_id', 'created_at', 'id']],
})
export type MessageRow = RowIn<typeof messages>

/** A message with its answer, as the next question goes on from it. */
export interface EarlierMessage {
  readonly message: string
  readonly answer: string
  /** Whom the agent has seen for the answer (`peopleText`). */
  readonly people: string
}

/** Messages that a dialogue remembers, and for how long one goes on. */
const maxEarlier = 8
const dialogueMs = 12 * 3_600_000

export class MessageStore extends storeOf(messages) {
  /** The dialogue of a person, and of nobody else. */
  ofUser(query: ListQuery, user: string | null): Promise<RowPage<MessageRow>> {
    return this.page(query, [{ sql: 't.user_id = $', values: [user ?? ''] }])
  }

  /** What a person asked before in this dialogue, and was told; the last first. */
  async before(user: string | null): Promise<EarlierMessage[]> {
    const { school, now } = this.work
    const since = new Date(Date.parse(now) - dialogueMs).toISOString()
    const { rows } = await this.work.read(
      `select message, answer, people_seen from "users"."agent_messages"
       where school_id = $1 and user_id = $2 and created_at > $3::timestamptz
       order by created_at desc, id desc limit ${maxEarlier}`,
      [school, user ?? '', since],
    )
    return rows.map(([message, answer, people]) => ({
      message: String(message),
      answer: String(answer),
      people: String(people),
    }))
  }

  /** How many answers a model has given since this time. */
  byModelSince(time: string): Promise<number> {
    return this.countWhere({ sql: `t."by" = 'model' and t.created_at > $::timestamptz`, values: [time] })
  }

  /** Deletes those from before this time. */
  forget(before: string): void {
    this.work.write(
      `delete from "users"."agent_messages" where school_id = $1 and created_at < $2::timestamptz`,
      [this.work.school, before],
    )
  }

  /**
   * Stores a message with its answer. What it says of somebody who was erased meanwhile goes at once: either the erasure
   * sees the row, or this sees the erasure.
   */
  override insert(row: Omit<MessageRow, 'school_id'>): MessageRow {
    this.work.write(forgetting.shared, [this.work.school])
    const inserted = super.insert(row)
    this.work.write(
      `delete from "users"."agent_messages" t where t.school_id = $1 and t.id = $2 and exists (
         select from "users"."users" u where u.school_id = $1 and u.anonymized_at >= $3::timestamptz
           and (t.people_seen = '*' or u.id = any(string_to_array(t.people_seen, ' '))))`,
      [this.work.school, row.id, this.work.now],
    )
    return inserted
  }

  /** Deletes what others asked about a person, and what they were told. */
  async removeAbout(person: Searched): Promise<void> {
    await this.work.lock(forgetting.exclusive, [this.work.school])
    this.work.write(
      `delete from "users"."agent_messages" t where t.school_id = $1 and (t.people_seen = '*' or position($2 in t.people_seen) > 0
         or t.message || ' ' || t.answer || ' ' || t.calls::text ~* $3)`,
      [this.work.school, person.id, wordsOf(person)],
    )
  }

  removeOf(userId: string): void {
    this.work.write(`delete from "users"."agent_messages" where school_id = $1 and user_id = $2`, [
      this.work.school,
      userId,
    ])
  }
}
