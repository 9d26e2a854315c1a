// The records of erasures. They belong to no school, because they outlast it, and have nothing about people of it.
import type { Id } from '@lms/contract'
import { type Database, type Fields, readDatabaseTime, step } from '@lms/service-host'
import type { Erasure } from './erasure.contract.ts'

/** Where an erasure is. `began_at` is the beginning of a round over everything, `found` whether the round has found anything. */
export type Place =
  | { part: 'mark' | 'rest' | 'registry' | 'end' }
  | { part: 'close'; service: number }
  | { part: 'remove'; service: number; began_at: string; found: boolean }
  | { part: 'files' | 'messages'; began_at: string; found: boolean }

export interface Counts {
  readonly rows: Readonly<Record<string, number>>
  readonly files: number
  readonly messages: number
}

export interface ErasureRow {
  readonly id: Id<'sch'>
  readonly status: Erasure['status']
  readonly operator: string
  readonly request_id: string
  readonly place: Place
  readonly counts: Counts
  readonly problem: string | null
  /** When all services had closed the school. */
  readonly closed_at: string | null
  readonly began_at: string
  readonly ended_at: string | null
}

const table = 'service.school_erasures'
const columns = 'id, status, operator, request_id, place, counts, problem, closed_at, began_at, ended_at'

export class Erasures {
  readonly #system: Database
  constructor(system: Database) {
    this.#system = system
  }

  async find(school: string): Promise<ErasureRow | null> {
    return (await this.#read(`select ${columns} from ${table} where id = $1`, [school]))[0] ?? null
  }

  /** Some of those that are not finished, in any order: a large one, or one that cannot go on, holds up no other for long. */
  open(most: number): Promise<ErasureRow[]> {
    const text = `select ${columns} from ${table} where status = 'running' order by random() limit $1`
    return this.#read(text, [String(most)])
  }

  /** The newest ones before another one. */
  page(before: string | null, most: number): Promise<ErasureRow[]> {
    const text = `select ${columns} from ${table} e
      where $1::text is null or (began_at, id) < (select b.began_at, b.id from ${table} b where b.id = $1)
      order by began_at desc, id desc limit $2`
    return this.#read(text, [before, String(most)])
  }

  /** Records that one begins; one that is there stays. */
  async add({
    id,
    operator,
    request_id,
    began_at,
  }: Pick<ErasureRow, 'id' | 'operator' | 'request_id' | 'began_at'>) {
    await this.#system.run([
      step(
        `insert into ${table} (id, status, operator, request_id, place, counts, began_at)
         values ($1, 'running', $2, $3, $4::jsonb, $5::jsonb, $6::timestamptz) on conflict (id) do nothing`,
        [
          ...[id, operator, request_id, JSON.stringify({ part: 'mark' } satisfies Place)],
          ...[JSON.stringify({ rows: {}, files: 0, messages: 0 } satisfies Counts), began_at],
        ],
      ),
    ])
  }

  /** Forgets one that has not begun: the school was resumed just before. */
  async drop({ id }: ErasureRow): Promise<void> {
    await this.#system.run([step(`delete from ${table} where id = $1 and place ->> 'part' = 'mark'`, [id])])
  }

  /** Enters a step; null if another process has made one meanwhile. */
  async save(row: ErasureRow, changes: Partial<ErasureRow>): Promise<ErasureRow | null> {
    const next = { ...row, ...changes }
    const [result] = await this.#system.run([
      step(
        `update ${table} set status = $2, place = $3::jsonb, counts = $4::jsonb, problem = $5, closed_at = $6::timestamptz,
           ended_at = $7::timestamptz
         where id = $1 and place = $8::jsonb and counts = $9::jsonb`,
        [
          ...[row.id, next.status, JSON.stringify(next.place), JSON.stringify(next.counts), next.problem],
          ...[next.closed_at, next.ended_at, JSON.stringify(row.place), JSON.stringify(row.counts)],
        ],
      ),
    ])
    return result!.count === 1 ? next : null
  }

  async #read(text: string, values: readonly (string | null)[]): Promise<ErasureRow[]> {
    return (await this.#system.rows(step(text, values))).map(rowIn)
  }
}

const time = (text: string | null | undefined) => (text ? readDatabaseTime(text) : null)

const rowIn = ([
  id,
  status,
  operator,
  request,
  place,
  counts,
  problem,
  closed,
  began,
  ended,
]: Fields): ErasureRow => ({
  id: id as Id<'sch'>,
  status: status as ErasureRow['status'],
  operator: operator!,
  request_id: request!,
  place: JSON.parse(place!),
  counts: JSON.parse(counts!),
  problem: problem ?? null,
  closed_at: time(closed),
  began_at: readDatabaseTime(began!),
  ended_at: time(ended),
})
