import { column, tenantEntity, type UnitOfWork } from '@lms/service-host'
import type { HashedEntry } from './archive-writer.ts'

/** The entries of an archive that is being made, until its directory and manifest have them. */
export const ArchiveEntryEntity = tenantEntity(
  'service',
  'archive_entries',
  {
    export_id: column.id<'exp'>().primary(),
    number: column.integer().primary(),
    name: column.text(),
    sha256: column.key(),
    place: column.bigint(),
    crc: column.bigint(),
    packed: column.bigint(),
    size: column.bigint(),
  },
  { archive: { never: 'parts of archives that are being made', returns: 'empty' } },
)

export class ArchiveEntryStore {
  readonly #work: UnitOfWork
  constructor(work: UnitOfWork) {
    this.#work = work
  }

  add(exportId: string, entries: readonly HashedEntry[]): void {
    if (entries.length === 0) return
    this.#work.write(
      `insert into "service"."archive_entries" (school_id, export_id, number, name, sha256, place, crc, packed, size)
       select $1, $2, e.* from jsonb_to_recordset($3::jsonb)
         e (number int, name text, sha256 text, "offset" bigint, crc bigint, packed bigint, size bigint)`,
      [this.#work.school, exportId, JSON.stringify(entries)],
    )
  }

  /** Some of the entries after a number, in their order. */
  async after(exportId: string, number: number, most: number): Promise<HashedEntry[]> {
    const { rows } = await this.#work.read(
      `select number, name, sha256, place, crc, packed, size from "service"."archive_entries"
       where school_id = $1 and export_id = $2 and number > $3 order by number limit $4`,
      [this.#work.school, exportId, String(number), String(most)],
    )
    return rows.map(([number, name, sha256, ...sizes]) => {
      const [offset, crc, packed, size] = sizes.map(Number) as [number, number, number, number]
      return { number: Number(number), name: name!, sha256: sha256!, offset, crc, packed, size }
    })
  }

  remove(exportId: string): void {
    this.#work.write(`delete from "service"."archive_entries" where school_id = $1 and export_id = $2`, [
      this.#work.school,
      exportId,
    ])
  }
}
