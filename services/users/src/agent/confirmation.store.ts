import type { Caller } from '@lms/contract'
import {
  column,
  type ListQuery,
  objectTable,
  type RowIn,
  type RowPage,
  storeOf,
  textArray,
} from '@lms/service-host'
import { AgentConfirmation, agentConfirmations } from './confirmation.contract.ts'
import { confirmationLifecycle } from './confirmation.lifecycle.ts'
import { forgetting, type Searched, wordsOf } from './people-in-dialogue.ts'

const confirmations = objectTable('users.agent_confirmations', AgentConfirmation, {
  archive: { earlier: { values: { status: { done: 'finished' } } } },
  list: agentConfirmations.list,
  hidden: {
    /** The permission of the operation. */
    needs: column.key().nullable(),
    /** The objects as they were seen, as JSON: what a stale proposal is compared with. */
    seen: column.text().nullable(),
    /** Whom the agent has seen for it (`peopleText`). */
    people_seen: column.text(),
    /** The key or session that confirmed: the call is made as this caller. */
    answered_key: column.key().nullable(),
    /** The requests that proposed and that answered it, for traces. */
    asked_in: column.key().nullable(),
    answered_in: column.key().nullable(),
  },
  indexes: [
    ['user_id', 'created_at', 'id'],
    ['answered_by_user_id'],
    ['asked_in'],
    ['answered_in'],
    ['status', 'created_at', 'id'],
  ],
  lifecycle: {
    of: confirmationLifecycle,
    emits: { accept: null, decline: null, expire: null, finish: null, fail: null },
  },
})
export type ConfirmationRow = RowIn<typeof confirmations>

export class ConfirmationStore extends storeOf(confirmations) {
  /** Those that wait for this caller; with a status in the query, those in that state. */
  awaiting(query: ListQuery, caller: Caller): Promise<RowPage<ConfirmationRow>> {
    const hasStatus = query.filters.some(({ name }) => name === 'status')
    return this.page(query, [
      this.of(caller),
      ...(hasStatus
        ? []
        : [{ sql: `t.status = 'pending' and t.expires_at > $::timestamptz`, values: [this.work.now] }]),
    ])
  }

  /** Those that are the caller's to see: of the person, and those that ask nobody by name. */
  private of({ user }: Caller) {
    return { sql: '(t.user_id is null or t.user_id = $)', values: [user ?? ''] }
  }

  /** The proposals that count in the maximum. */
  protected override get counted() {
    return { sql: `t.status = 'pending'`, values: [] }
  }

  /** Those that were proposed or answered in one of these requests. */
  async ofRequests(requestIds: readonly string[], most: number): Promise<ConfirmationRow[]> {
    const { rows } = await this.work.read(
      `${confirmations.select} and (t.asked_in = any($2::text[]) or t.answered_in = any($2::text[]))
       order by t.id limit $3`,
      [this.work.school, textArray(requestIds), String(most)],
    )
    return rows.map(row => this.read(row))
  }

  /** Deletes those that are over since this time. */
  forget(before: string): void {
    this.work.write(
      `delete from "users"."agent_confirmations" where school_id = $1 and created_at < $2::timestamptz
       and status not in ('pending', 'running')`,
      [this.work.school, before],
    )
  }

  /** The same as `MessageStore.insert`. */
  override insert(row: Omit<ConfirmationRow, 'school_id'>): ConfirmationRow {
    this.work.write(forgetting.shared, [this.work.school])
    const inserted = super.insert(row)
    this.work.write(
      `delete from "users"."agent_confirmations" t where t.school_id = $1 and t.id = $2 and exists (
         select from "users"."users" u where u.school_id = $1 and u.anonymized_at >= $3::timestamptz
           and (t.people_seen = '*' or u.id = any(string_to_array(t.people_seen, ' '))))`,
      [this.work.school, row.id, this.work.now],
    )
    return inserted
  }

  /**
   * Deletes the proposals that say something of a person, whoever was asked. The call of a running one goes on, which may be
   * the erasure itself: its words go, and its body, unless that says nothing of them.
   */
  async removeAbout(person: Searched): Promise<void> {
    await this.work.lock(forgetting.exclusive, [this.work.school])
    const values = [this.work.school, person.id, wordsOf(person)]
    const about = (text: string) => `(position($2 in ${text}) > 0 or ${text} ~* $3)`
    const words = `concat_ws(' ', t.summary, t.impact, t.said, t.path, t.body, t.seen, t.result)`
    const where = `t.school_id = $1 and (t.people_seen = '*' or position($2 in t.people_seen) > 0 or ${about(words)})`
    this.work.write(
      `delete from "users"."agent_confirmations" t where ${where} and t.status <> 'running'`,
      values,
    )
    this.work.write(
      `update "users"."agent_confirmations" t
       set summary = '', said = null, seen = null, people_seen = '',
         impact = t.impact || '{"objects": [], "sample": [], "dry_run": null}',
         body = case when ${about(`coalesce(t.body, '')`)} then null else t.body end
       where ${where}`,
      values,
    )
  }

  /** Deletes those that asked or were answered by a person. */
  removeOf(userId: string): void {
    this.work.write(
      `delete from "users"."agent_confirmations"
       where school_id = $1 and (user_id = $2 or answered_by_user_id = $2)`,
      [this.work.school, userId],
    )
  }
}
