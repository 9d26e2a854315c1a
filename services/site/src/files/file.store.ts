import type { Id } from '@lms/contract'
import {
  type Condition,
  column,
  type ListQuery,
  objectTable,
  type RowIn,
  type RowPage,
  storeOf,
  textArray,
} from '@lms/service-host'
import { fileLifecycle } from '../storage/file.lifecycle.ts'
import { File } from '../storage/file.object.ts'
import { files } from './file.contract.ts'

const table = objectTable('site.files', File, {
  list: files.list,
  indexes: [['folder'], ['content_type'], ['sha256']],
  lifecycle: { of: fileLifecycle, emits: { check: null, accept: null, reject: null, resume: null } },
  // Of an upload in several parts: what the storage calls it.
  hidden: { upload_id: column.key().nullable() },
})
export type FileRow = RowIn<typeof table>

/** A ready file, as pages show it. */
export type ReadyFile = Pick<
  File,
  'id' | 'name' | 'content_type' | 'size' | 'width' | 'height' | 'alt' | 'variants'
>

export class FileStore extends storeOf(table) {
  /** A page of files; `q` searches their names. */
  list(query: ListQuery): Promise<RowPage<FileRow>> {
    return this.page(query, query.search ? [nameContains(query.search)] : [])
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

const nameContains = (text: string): Condition => ({
  sql: 'position($ in lower(t.name)) > 0',
  values: [text.toLowerCase()],
})
