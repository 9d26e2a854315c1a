import type { Caller } from '@lms/contract'
import {
  type Condition,
  column,
  objectTable,
  type RowIn,
  storeOf,
  tenantEntity,
  textArray,
} from '@lms/service-host'
import { RoomBlock } from './block.contract.ts'
import { endsAt } from './block.rules.ts'

/** Students see what is shown in sessions for which they are registered. */
const visibilityOf = ({ role, school, user }: Caller): Condition | null =>
  role === 'student'
    ? {
        sql: `(t.status <> 'hidden' and exists (select from "webinars"."registrations" r where r.school_id = $
          and r.user_id = $ and r.session_id = t.session_id and r.status = 'registered'))`,
        values: [school, user],
      }
    : null

const blocks = objectTable('webinars.blocks', RoomBlock, {
  archive: { earlier: { values: { status: { shown: 'visible' } } } },
  computed: ['results', 'ends_at', 'price'],
  unique: [{ of: ['session_id', 'key'] }],
  indexes: [
    ['session_id', 'created_at', 'id'],
    ['offer_id', 'id'],
    ['form_id', 'id'],
  ],
  visible: visibilityOf,
  lifecycle: null,
})
export type BlockRow = RowIn<typeof blocks>
/** Without the price, which another service knows. */
export type WithResults = Omit<RoomBlock, 'price'>

/** An option that a participant has chosen in a poll. */
export const PollAnswerEntity = tenantEntity(
  'webinars',
  'poll_answers',
  {
    block_id: column.id<'wbb'>().primary(),
    registration_id: column.id<'wbr'>().primary(),
    session_id: column.id<'wbs'>(),
    /** The place of the option in the poll. */
    choice: column.integer().primary(),
    answered_at: column.time(),
  },
  {
    archive: 'rows',
    indexes: [{ properties: ['school_id', 'session_id'] }, { properties: ['school_id', 'registration_id'] }],
  },
)

export class BlockStore extends storeOf(blocks) {
  /** The block of a session with this key, locked; null if there is none. */
  async lockKeyed(sessionId: string, key: string): Promise<BlockRow | null> {
    const { rows } = await this.work.lock(
      `${blocks.select} and t.session_id = $2 and t.key = $3 for update`,
      [this.work.school, sessionId, key],
    )
    return rows[0] ? this.readLocked(rows[0]) : null
  }

  /** The blocks with the results of their polls. */
  async withResults(rows: readonly BlockRow[]): Promise<WithResults[]> {
    const polls = rows.filter(({ kind }) => kind === 'poll').map(({ id }) => id)
    const counts = polls.length ? await this.#counts(polls) : new Map<string, number>()
    return rows.map(row => ({
      ...row,
      ends_at: endsAt(row),
      results: row.options.map((option, choice) => ({
        option,
        answers: counts.get(`${row.id} ${choice}`) ?? 0,
      })),
    }))
  }

  async #counts(ids: readonly string[]): Promise<Map<string, number>> {
    const { rows } = await this.work.read(
      `select block_id, choice, count(*) from "webinars"."poll_answers"
       where school_id = $1 and block_id = any($2::text[]) group by block_id, choice`,
      [this.work.school, textArray(ids)],
    )
    return new Map(rows.map(([id, choice, count]) => [`${id} ${choice}`, Number(count)]))
  }

  /** Stores the answer of a participant who has none yet; the session is locked. */
  answer(
    { id, session_id }: Pick<BlockRow, 'id' | 'session_id'>,
    registrationId: string,
    choices: readonly number[],
  ): void {
    this.work.write(
      `insert into "webinars"."poll_answers" (school_id, block_id, registration_id, session_id, choice, answered_at)
       select $1, $2, $3, $4, choice, $6 from unnest($5::int[]) choice on conflict do nothing`,
      [this.work.school, id, registrationId, session_id, textArray(choices.map(String)), this.work.now],
    )
  }

  /** The choices of a participant, by block. */
  async choicesOf(registrationId: string): Promise<Map<string, number[]>> {
    const { rows } = await this.work.read(
      `select block_id, choice from "webinars"."poll_answers" where school_id = $1 and registration_id = $2 order by choice`,
      [this.work.school, registrationId],
    )
    const byBlock = Map.groupBy(rows, ([id]) => id!)
    return new Map([...byBlock].map(([id, of]) => [id, of.map(([, choice]) => Number(choice))]))
  }

  /** The blocks of a session that participants see, in the order of their creation. */
  async shownIn(sessionId: string): Promise<BlockRow[]> {
    const { rows } = await this.work.read(
      `${blocks.select} and t.session_id = $2 and t.status <> 'hidden' order by t.created_at, t.id`,
      [this.work.school, sessionId],
    )
    return rows.map(row => this.read(row))
  }

  /** The hidden blocks of a session that are shown by themselves. */
  async timed(sessionId: string): Promise<BlockRow[]> {
    const { rows } = await this.work.read(
      `${blocks.select} and t.session_id = $2 and t.status = 'hidden' and t.offset_seconds is not null`,
      [this.work.school, sessionId],
    )
    return rows.map(row => this.read(row))
  }

  /** The first few blocks with this offer or form. */
  async naming(column: 'offer_id' | 'form_id', id: string): Promise<string[]> {
    const { rows } = await this.work.read(
      `select id from "webinars"."blocks" where school_id = $1 and "${column}" = $2 order by id limit 5`,
      [this.work.school, id],
    )
    return rows.map(([id]) => id!)
  }
}
