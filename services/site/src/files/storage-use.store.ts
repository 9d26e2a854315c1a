// How much of its storage a school uses: one row for each school, which every new file locks for a moment.
import { maxOf, Refused } from '@lms/contract'
import { column, tenantEntity, type UnitOfWork } from '@lms/service-host'
import type { Limits } from '../schools/school.contract.ts'
import { mebibyte } from '../storage/file.object.ts'
import { files, refusals } from './file.contract.ts'

export const StorageUseEntity = tenantEntity(
  'site',
  'storage_use',
  {
    files: column.integer(),
    bytes: column.bigint(),
  },
  { archive: 'rows' },
)

type Quota = Pick<Limits, 'storage_files' | 'storage_gibibytes'>

export class StorageUseStore {
  readonly #work: UnitOfWork
  constructor(work: UnitOfWork) {
    this.#work = work
  }

  /** The files of the school and their bytes. */
  async now(): Promise<{ files: number; bytes: number }> {
    const { rows } = await this.#work.read(
      `select files, bytes from "site"."storage_use" where school_id = $1`,
      [this.#work.school],
    )
    const [files = 0, bytes = 0] = (rows[0] ?? []).map(Number)
    return { files, bytes }
  }

  /** Takes room for one file of this size, in bytes; refuses if the school has none. */
  async take(size: number, quota: Quota): Promise<void> {
    const { rows } = await this.#work.lock(
      `insert into "site"."storage_use" as u (school_id, files, bytes) values ($1, 0, 0)
       on conflict (school_id) do update set files = u.files returning files, bytes`,
      [this.#work.school],
    )
    const [number, bytes] = rows[0]!.map(Number) as [number, number]
    const most = Math.min(quota.storage_files, maxOf(files.start.bound)!.most)
    if (number >= most)
      throw new Refused(
        refusals.files_limit_reached,
        `The school has ${number} of ${most} files. Delete some that are no longer used.`,
      )
    const room = quota.storage_gibibytes * 1024 * mebibyte
    if (bytes + size > room)
      throw new Refused(
        refusals.storage_limit_reached,
        `The file has ${inMebibytes(size)}, and the school uses ${inMebibytes(bytes)} of ${inMebibytes(room)}. Delete files that are no longer used.`,
      )
    this.#change(1, size)
  }

  /** Gives the room of a deleted file back; `bytes` is 0 where they were given back before. */
  giveBack(bytes: number): void {
    this.#change(-1, -bytes)
  }

  /** Gives back the bytes of a rejected file, which keeps its row. */
  giveBytesBack(bytes: number): void {
    this.#change(0, -bytes)
  }

  #change(number: number, bytes: number): void {
    this.#work.write(
      `update "site"."storage_use" set files = files + $2::int, bytes = bytes + $3::bigint where school_id = $1`,
      [this.#work.school, String(number), String(bytes)],
    )
  }
}

const inMebibytes = (bytes: number) => `${(bytes / mebibyte).toFixed(1)} MiB`
