import type { Id } from '@lms/contract'
import { column, objectTable, type RowIn, storeOf, textArray, visibleFiles } from '@lms/service-host'
import { fileLifecycle } from '../storage/file.lifecycle.ts'
import { File } from '../storage/file.object.ts'
import { files } from './file.contract.ts'

const table = objectTable('site.files', File, {
  list: files.list,
  archive: { without: { upload_id: null } },
  searched: ['name'],
  indexes: [['folder'], ['content_type'], ['sha256'], ['user_id', 'created_at', 'id']],
  // Files of the school are shown by what contains them.
  visible: visibleFiles,
  lifecycle: { of: fileLifecycle, emits: { check: null, accept: null, reject: null, resume: null } },
  hidden: {
    /** Of an upload in several parts: what the storage calls it. */
    upload_id: column.key().nullable(),
    /** The student or curator who uploaded it for an answer or comment; null for a file of the school. */
    user_id: column.id<'usr'>().nullable(),
  },
})
export type FileRow = RowIn<typeof table>

/** A ready file, as pages show it. */
export type ReadyFile = Pick<
  File,
  'id' | 'name' | 'content_type' | 'size' | 'width' | 'height' | 'alt' | 'variants'
>

export class FileStore extends storeOf(table) {
  /** How many files a student or curator has uploaded, and their bytes. */
  async usedBy(userId: string): Promise<{ files: number; bytes: number }> {
    const { rows } = await this.work.read(
      `select count(*), coalesce(sum(size), 0) from "site"."files" where school_id = $1 and user_id = $2`,
      [this.work.school, userId],
    )
    const [files, bytes] = rows[0]!.map(Number) as [number, number]
    return { files, bytes }
  }

  /** Gives the files that a person has uploaded to another. */
  moveTo(into: string, from: string): void {
    this.work.write(`update "site"."files" set user_id = $2 where school_id = $1 and user_id = $3`, [
      this.work.school,
      into,
      from,
    ])
  }

  /** Those of these files that are ready, in no order. */
  async ready(ids: readonly string[]): Promise<ReadyFile[]> {
    return (await this.many(ids)).filter(({ status }) => status === 'ready')
  }

  /** The same; they cannot be deleted until the end of the work. For what names files in its row. */
  async lockReady(ids: readonly string[]): Promise<ReadyFile[]> {
    if (ids.length === 0) return []
    const { rows } = await this.work.lock(
      `${table.select} and t.id = any($2::text[]) and t.status = 'ready' order by t.id for share`,
      [this.work.school, textArray(ids)],
    )
    return rows.map(fields => this.read(fields))
  }

  /** Keeps what the storage calls an upload in several parts; answers do not show it, so the version stays. */
  keepUpload(id: Id<'fil'>, uploadId: string | null): void {
    this.work.write(`update ${table.shape.table} set upload_id = $3 where school_id = $1 and id = $2`, [
      this.work.school,
      id,
      uploadId,
    ])
  }
}
