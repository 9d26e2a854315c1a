// The answers that are being made in a school, over all replicas, and the tokens that models have taken of a day. Both
// are committed at once, apart from the answer: a dialogue that is cut off has taken its tokens all the same.
import { column, tenantEntity, type UnitOfWork } from '@lms/service-host'

export const AgentTurnEntity = tenantEntity(
  'users',
  'agent_turns',
  { id: column.key().primary(), until: column.time() },
  { archive: { never: 'what is being answered now', returns: 'empty' } },
)
export const AgentTokensEntity = tenantEntity(
  'users',
  'agent_tokens',
  { day: column.key().primary(), tokens: column.bigint() },
  { archive: { never: 'counts against a bound of the day', returns: 'empty' } },
)

/** How long a turn is kept whose process was killed: longer than any answer takes. */
const turnMs = 90_000
const keptDays = 40

export class TurnStore {
  readonly #work: UnitOfWork
  constructor(work: UnitOfWork) {
    this.#work = work
  }

  /** Takes one of `most` turns of the school; false if all are taken. */
  async take(id: string, most: number): Promise<boolean> {
    const { school, now } = this.#work
    await this.#work.lock('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `turns of the agent of ${school}`,
    ])
    const { rows } = await this.#work.read(
      `select count(*) from "users"."agent_turns" where school_id = $1 and until > $2::timestamptz`,
      [school, now],
    )
    if (Number(rows[0]![0]) >= most) return false
    const until = new Date(Date.parse(now) + turnMs).toISOString()
    this.#work.write(`delete from "users"."agent_turns" where school_id = $1 and until <= $2::timestamptz`, [
      school,
      now,
    ])
    this.#work.write(
      `insert into "users"."agent_turns" (school_id, id, until) values ($1, $2, $3::timestamptz)`,
      [school, id, until],
    )
    return true
  }

  /** The answers that are being made. */
  async running(): Promise<number> {
    const { rows } = await this.#work.read(
      `select count(*) from "users"."agent_turns" where school_id = $1 and until > $2::timestamptz`,
      [this.#work.school, this.#work.now],
    )
    return Number(rows[0]![0])
  }

  giveBack(id: string): void {
    this.#work.write(`delete from "users"."agent_turns" where school_id = $1 and id = $2`, [
      this.#work.school,
      id,
    ])
  }

  /** The tokens taken today, a day of UTC. */
  tokens(): Promise<number> {
    return this.tokensOf(this.#day)
  }

  /** The tokens taken on a day of UTC, one of the last forty. */
  async tokensOf(day: string): Promise<number> {
    const { rows } = await this.#work.read(
      `select tokens from "users"."agent_tokens" where school_id = $1 and day = $2`,
      [this.#work.school, day],
    )
    return Number(rows[0]?.[0] ?? 0)
  }

  /** Counts tokens of today, and forgets those of long ago. */
  spend(tokens: number): void {
    if (tokens === 0) return
    const { school, now } = this.#work
    const before = new Date(Date.parse(now) - keptDays * 86_400_000).toISOString().slice(0, 10)
    this.#work.write(
      `insert into "users"."agent_tokens" (school_id, day, tokens) values ($1, $2, $3)
       on conflict (school_id, day) do update set tokens = "users"."agent_tokens".tokens + excluded.tokens`,
      [school, this.#day, String(tokens)],
    )
    this.#work.write(`delete from "users"."agent_tokens" where school_id = $1 and day < $2`, [school, before])
  }

  get #day(): string {
    return this.#work.now.slice(0, 10)
  }
}
