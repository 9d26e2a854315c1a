import type { Id } from '@lms/contract'
import { column, readDatabaseTime, tenantEntity, type UnitOfWork } from '@lms/service-host'
import type { Restore } from './restore.contract.ts'
import type { Position, Report } from './restore-place.ts'

/** The restore of a school: one row, kept as the record of how it came back. */
export const RestoreEntity = tenantEntity(
  'service',
  'restores',
  {
    status: column.key<Restore['status']>(),
    dry_run: column.boolean(),
    /** Its bytes in the storage, while they are needed. */
    file_id: column.id<'fil'>(),
    size: column.bigint(),
    /** Of the whole archive, in hex, as its sender has named it: nothing here checks it. Null for none. */
    sha256: column.key().nullable(),
    received: column.bigint(),
    place: column.json<Position>(),
    report: column.json<Report>(),
    problem: column.text().nullable(),
    /** Who of the platform team ran it last. */
    operator: column.key().nullable(),
    created_at: column.time(),
    updated_at: column.time(),
  },
  { archive: { never: 'tells how the school came back', returns: 'empty' } },
)

export interface RestoreRow {
  readonly status: Restore['status']
  readonly dry_run: boolean
  readonly file_id: Id<'fil'>
  readonly size: number
  readonly sha256: string | null
  readonly received: number
  readonly place: Position
  readonly report: Report
  readonly problem: string | null
  readonly operator: string | null
  readonly created_at: string
  readonly updated_at: string
}

const columns =
  'status, dry_run, file_id, size, sha256, received, place, report, problem, operator, created_at, updated_at'

export class RestoreStore {
  readonly #work: UnitOfWork
  constructor(work: UnitOfWork) {
    this.#work = work
  }

  /** The restore of the school; null before the first one. */
  find(): Promise<RestoreRow | null> {
    return this.#one(this.#work.read.bind(this.#work), '')
  }

  /** The same; nobody else changes it until the end of the work. */
  lock(): Promise<RestoreRow | null> {
    return this.#one(this.#work.lock.bind(this.#work), ' for update')
  }

  async #one(read: UnitOfWork['read'], locking: string): Promise<RestoreRow | null> {
    const { rows } = await read(
      `select ${columns} from "service"."restores" where school_id = $1${locking}`,
      [this.#work.school],
    )
    if (!rows[0]) return null
    const [
      status,
      dry_run,
      file_id,
      size,
      sha256,
      received,
      position,
      report,
      problem,
      operator,
      created,
      updated,
    ] = rows[0]
    return {
      status: status as RestoreRow['status'],
      dry_run: dry_run === 't',
      file_id: file_id as Id<'fil'>,
      size: Number(size),
      sha256: sha256 ?? null,
      received: Number(received),
      place: JSON.parse(position!),
      report: JSON.parse(report!),
      problem: problem ?? null,
      operator: operator ?? null,
      created_at: readDatabaseTime(created!),
      updated_at: readDatabaseTime(updated!),
    }
  }

  save(row: RestoreRow, changes: Partial<RestoreRow> = {}): RestoreRow {
    const saved: RestoreRow = { ...row, ...changes, updated_at: this.#work.now }
    this.#work.write(
      `insert into "service"."restores" (school_id, ${columns}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
       on conflict (school_id) do update set status = excluded.status, dry_run = excluded.dry_run,
         file_id = excluded.file_id, size = excluded.size, sha256 = excluded.sha256, received = excluded.received, place = excluded.place,
         report = excluded.report, problem = excluded.problem, operator = excluded.operator, created_at = excluded.created_at,
         updated_at = excluded.updated_at`,
      [
        ...[this.#work.school, saved.status, saved.dry_run ? 't' : 'f', saved.file_id],
        ...[String(saved.size), saved.sha256, String(saved.received)],
        ...[JSON.stringify(saved.place), JSON.stringify(saved.report)],
        ...[saved.problem, saved.operator, saved.created_at, saved.updated_at],
      ],
    )
    return saved
  }
}
