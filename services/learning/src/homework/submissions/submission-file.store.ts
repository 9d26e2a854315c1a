import type { Id } from '@lms/contract'
import { column, tenantEntity, textArray, type UnitOfWork } from '@lms/service-host'

/** Which submission shows which file, so that no file is deleted unnoticed. */
export const SubmissionFileEntity = tenantEntity(
  'learning',
  'submission_files',
  {
    object_id: column.key().primary(),
    submission_id: column.id<'sub'>().primary(),
  },
  {
    archive: 'rows',
    indexes: [{ properties: ['school_id', 'submission_id', 'object_id'] }],
  },
)

export class SubmissionFileStore {
  protected readonly work: UnitOfWork
  constructor(work: UnitOfWork) {
    this.work = work
  }

  /** Notes that a submission, or a comment on it, shows these files. */
  note(submissionId: string, fileIds: readonly string[]): void {
    if (fileIds.length === 0) return
    this.work.write(
      `insert into "learning"."submission_files" (school_id, object_id, submission_id)
       select $1, o, $2 from unnest($3::text[]) o on conflict do nothing`,
      [this.work.school, submissionId, textArray([...fileIds])],
    )
  }

  /** Notes the files that a submission shows now instead of others, unless an attempt or a comment shows these, too. */
  replace(submissionId: string, files: readonly string[], others: readonly string[]): void {
    const removedIds = others.filter(id => !files.includes(id))
    const shows = (table: string) =>
      `exists (select from "learning"."${table}" o where o.school_id = $1 and o.submission_id = $2 and o.file_ids ? f.object_id)`
    if (removedIds.length)
      this.work.write(
        `delete from "learning"."submission_files" f where f.school_id = $1 and f.submission_id = $2
           and f.object_id = any($3::text[]) and not ${shows('submission_attempts')} and not ${shows('submission_comments')}`,
        [this.work.school, submissionId, textArray(removedIds)],
      )
    this.note(submissionId, files)
  }

  /** The files of a submission and its comments, the newest first. */
  async of(submissionId: string, most: number): Promise<Id<'fil'>[]> {
    const { rows } = await this.work.read(
      `select object_id from "learning"."submission_files" where school_id = $1 and submission_id = $2
       order by object_id desc limit ${most}`,
      [this.work.school, submissionId],
    )
    return rows.map(([id]) => id as Id<'fil'>)
  }

  /** The first few submissions that show a file. */
  async showing(fileId: string): Promise<string[]> {
    const { rows } = await this.work.read(
      `select submission_id from "learning"."submission_files" where school_id = $1 and object_id = $2
       order by submission_id limit 5`,
      [this.work.school, fileId],
    )
    return rows.map(([id]) => id!)
  }
}
