// Idempotency-Key: the claim and the stored answer are part of the transaction of the effect, so no crash can come
// between them. A simultaneous duplicate is answered at once and never waits on a connection.
import { createHash } from 'node:crypto'
import { type Caller, common, Refused } from '@lms/contract'
import { StatementError, type Step } from '../database/batch.ts'
import type { Database } from '../database/database.ts'
import { asSchool, statement, step } from '../database/statements.ts'
import type { Vault } from '../kernel/vault.ts'

/** The error of the SQL function `claim_idempotency_key`. */
const running = 'LM001'
const used = 'LM002'

/** SQL of the table and the claim, for a service's first migration. */
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
    raise exception 'the first request with this key is still running' using errcode = '${running}';
  end if;
  insert into "${schema}".idempotency_keys as k (school_id, key, request, answer, created_at)
  values (school, the_key, the_request, the_answer, at)
  on conflict (school_id, key) do update set request = the_request, answer = the_answer, created_at = at
  where k.created_at < at - interval '24 hours';
  if not found then
    raise exception 'this key was used' using errcode = '${used}';
  end if;
end $$;`

export interface ClaimRequest {
  key: string
  caller: Caller
  method: string
  /** The path as it was sent, without the query. */
  path: string
  body: string
}

const digest = (...parts: string[]) => createHash('sha256').update(parts.join('\n')).digest('base64url')

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

  /** Claims the key, with the answer if it is already known. */
  take(answer: string | null): Step {
    return step(`select "${this.#schema}".claim_idempotency_key($1, $2, $3, $4, $5)`, [
      this.#school,
      this.#key,
      this.#request,
      answer === null ? null : this.#seal(answer),
      this.#now,
    ])
  }

  /** Stores the answer of a key claimed earlier in the same transaction. */
  keep(answer: string): Step {
    return step(
      `update "${this.#schema}".idempotency_keys set answer = $3 where school_id = $1 and key = $2`,
      [this.#school, this.#key, this.#seal(answer)],
    )
  }

  /** The stored answer; null if the key was never used with success. Refuses if it was used for another request. */
  async replay(database: Database): Promise<string | null> {
    const text = `select request, answer from "${this.#schema}".idempotency_keys
      where school_id = $1 and key = $2 and created_at >= $3::timestamptz - interval '24 hours'`
    const [, found] = await database.run([
      asSchool(this.#school),
      { statement: statement(text), values: [this.#school, this.#key, this.#now] },
    ])
    const row = found!.rows[0]
    if (!row) return null
    if (row[0] !== this.#request) throw new Refused(common.idempotency_key_reused)
    const answer = row[1]
    return answer ? (this.#vault ? this.#vault.open(answer) : answer) : null
  }

  #seal(answer: string) {
    return this.#vault ? this.#vault.seal(answer) : answer
  }
}

/** Ends a unit of work whose request was answered before: the caller gets the stored answer. */
export class AnsweredBefore extends Error {}

export const isRunning = (error: unknown) => error instanceof StatementError && error.sqlState === running
export const isUsed = (error: unknown) => error instanceof StatementError && error.sqlState === used
