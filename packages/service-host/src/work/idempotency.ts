// Idempotency-Key: the claim and the stored answer are part of the transaction of the effect, so no crash can come
// between them. A simultaneous duplicate is answered at once and never waits on a connection.
import { hash } from 'node:crypto'
import { type Caller, common, Refused } from '@lms/contract'
import { StatementError, type Step } from '../database/batch.ts'
import type { Database } from '../database/database.ts'
import { asSchool, statement, step } from '../database/statements.ts'
import type { Vault } from '../kernel/vault.ts'

/** The names by which Postgres refuses a claim. */
const running = 'idempotency_keys_running'
const used = 'idempotency_keys_pkey'

const keyLock = 'pg_try_advisory_xact_lock(hashtextextended($1 || $2, 0))'

/** SQL of the table, for a service's first migration. Earlier versions claimed by the function. */
export const idempotencySql = (schema: string) => `
create table "${schema}".idempotency_keys (
  school_id text collate "C" not null,
  key text collate "C" not null,
  request text collate "C" not null,
  answer text,
  created_at timestamptz(3) not null,
  primary key (school_id, key)
);
create index on "${schema}".idempotency_keys (created_at);
create function "${schema}".claim_idempotency_key(school text, the_key text, the_request text, the_answer text, at timestamptz)
returns void language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(hashtextextended(school || the_key, 0)) then
    raise exception 'the first request with this key is still running' using errcode = 'LM001';
  end if;
  insert into "${schema}".idempotency_keys as k (school_id, key, request, answer, created_at)
  values (school, the_key, the_request, the_answer, at)
  on conflict (school_id, key) do update set request = the_request, answer = the_answer, created_at = at
  where k.created_at < at - interval '24 hours';
  if not found then
    raise exception 'this key was used' using errcode = 'LM002';
  end if;
end $$;`

/** SQL of a later migration: an answer may be a refusal, kept with its status; a key that is claimed anew has neither. */
export const storedRefusalsSql = (schema: string) => `
alter table "${schema}".idempotency_keys add column status smallint;
create or replace function "${schema}".claim_idempotency_key(school text, the_key text, the_request text, the_answer text, at timestamptz)
returns void language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(hashtextextended(school || the_key, 0)) then
    raise exception 'the first request with this key is still running' using errcode = 'LM001';
  end if;
  insert into "${schema}".idempotency_keys as k (school_id, key, request, answer, created_at)
  values (school, the_key, the_request, the_answer, at)
  on conflict (school_id, key) do update set request = the_request, answer = the_answer, status = null, created_at = at
  where k.created_at < at - interval '24 hours';
  if not found then
    raise exception 'this key was used' using errcode = 'LM002';
  end if;
end $$;`

/** An answer as it is kept for repetitions. */
export interface StoredAnswer {
  /** Null of success; of a refusal its status, and `text` is its `reason`, `message` and `details`. */
  readonly status: number | null
  readonly text: string
}

/** What leads to a committed claim that has no answer yet. */
export interface ClaimReference {
  readonly key: string
  /** When it was claimed: a day later the same key may be another request's. */
  readonly at: string
  readonly sealed: boolean
}

export interface ClaimRequest {
  key: string
  caller: Caller
  method: string
  /** The path as it was sent, without the query. */
  path: string
  body: string
}

const digest = (...parts: string[]) => hash('sha256', parts.join('\n'), 'base64url')

export class IdempotencyClaim {
  readonly #schema: string
  readonly #school: string
  readonly #key: string
  readonly #request: string
  readonly #now: string
  readonly #vault: Vault | null

  /** `vault` encrypts a stored answer with a secret. */
  constructor(
    schema: string,
    { key, caller, method, path, body }: ClaimRequest,
    now: string,
    vault: Vault | null,
  ) {
    this.#schema = schema
    this.#school = caller.school
    this.#key = digest(caller.key, caller.user ?? '', method, path, key)
    this.#request = digest(body)
    this.#now = now
    this.#vault = vault
  }

  /** Locks the key until the end of the transaction. While the first request with it runs, others are refused at once. */
  lock(): Step {
    return step(`select "${this.#schema}".refuse('${running}') where not ${keyLock}`, [
      this.#school,
      this.#key,
    ])
  }

  /**
   * Claims the key, with the answer if it is already known. The table's key refuses one that was used: `on conflict`
   * would cost half as much again. The lock comes first, because the table's key would wait for another transaction.
   */
  take(answer: string | null): Step {
    return step(
      `insert into "${this.#schema}".idempotency_keys (school_id, key, request, answer, created_at)
       values ($1, $2, case when ${keyLock} then $3 else "${this.#schema}".refuse('${running}') end, $4, $5)`,
      [this.#school, this.#key, this.#request, answer === null ? null : this.#seal(answer), this.#now],
    )
  }

  /** For a request with a later answer: `keepLater` finds the claim by it. */
  get reference(): ClaimReference {
    return { key: this.#key, at: this.#now, sealed: this.#vault !== null }
  }

  /**
   * The stored answer; null if the key was never used with success. Refuses if it was used for another request, and
   * while its request has no answer yet.
   */
  async replay(database: Database): Promise<StoredAnswer | null> {
    const text = `select request, answer, status from "${this.#schema}".idempotency_keys
      where school_id = $1 and key = $2 and created_at >= $3::timestamptz - interval '24 hours'`
    const [, result] = await database.run([
      asSchool(this.#school),
      { statement: statement(text), values: [this.#school, this.#key, this.#now] },
    ])
    const row = result!.rows[0]
    if (!row) return null
    if (row[0] !== this.#request) throw new Refused(common.idempotency_key_reused)
    const [, answer, status] = row
    if (answer === null || answer === undefined)
      throw new Refused(common.idempotency_in_progress, undefined, { headers: { 'retry-after': '1' } })
    return { status: status ? Number(status) : null, text: this.#vault ? this.#vault.open(answer) : answer }
  }

  /** Deletes the claim of the key if it has expired; of two requests that do so at once, one then claims the key. */
  async forget(database: Database): Promise<void> {
    const text = `delete from "${this.#schema}".idempotency_keys
      where school_id = $1 and key = $2 and created_at < $3::timestamptz - interval '24 hours'`
    await database.run([asSchool(this.#school), step(text, [this.#school, this.#key, this.#now])])
  }

  #seal(answer: string) {
    return this.#vault ? this.#vault.seal(answer) : answer
  }
}

/**
 * Stores the answer of a claim that was committed without one. The first answer stays, unless it was an unknown outcome.
 */
export function keepLater(
  schema: string,
  school: string,
  { key, at, sealed }: ClaimReference,
  { status, text }: StoredAnswer,
  vault: Vault,
): Step {
  return step(
    `update "${schema}".idempotency_keys set answer = $4, status = $5::smallint
     where school_id = $1 and key = $2 and created_at = $3::timestamptz and (answer is null or status >= 500)`,
    [school, key, at, sealed ? vault.seal(text) : text, status === null ? null : String(status)],
  )
}

export const isRunning = (error: unknown) => error instanceof StatementError && error.constraint === running
/** The key was used, and has perhaps expired. */
export const isUsed = (error: unknown) => error instanceof StatementError && error.constraint === used
