import { type ListQuery, objectTable, type RowIn, type RowPage, storeOf } from '@lms/service-host'
import { AgentMessage, agentChat } from './message.contract.ts'

const messages = objectTable('users.agent_messages', AgentMessage, {
  list: agentChat.list,
  indexes: [['user_id', 'created_at', 'id']],
})
export type MessageRow = RowIn<typeof messages>

export class MessageStore extends storeOf(messages) {
  /** The dialogue of a person, and of nobody else. */
  ofUser(query: ListQuery, user: string | null): Promise<RowPage<MessageRow>> {
    return this.page(query, [{ sql: 't.user_id = $', values: [user ?? ''] }])
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

  removeOf(userId: string): void {
    this.work.write(`delete from "users"."agent_messages" where school_id = $1 and user_id = $2`, [
      this.work.school,
      userId,
    ])
  }
}
