import { column, tenantEntity, type UnitOfWork } from '@lms/service-host'

/** Which question shows which file, so that no file is deleted unnoticed. */
export const QuestionFileEntity = tenantEntity(
  'learning',
  'question_files',
  {
    object_id: column.key().primary(),
    question_id: column.id<'qst'>().primary(),
    quiz_id: column.id<'quz'>(),
  },
  {
    archive: 'rows',
    indexes: [{ properties: ['school_id', 'question_id'] }, { properties: ['school_id', 'quiz_id'] }],
  },
)

export class QuestionFileStore {
  protected readonly work: UnitOfWork
  constructor(work: UnitOfWork) {
    this.work = work
  }

  /** Notes what all versions of a question show, after they were written: attempts show earlier ones. */
  note(questionId: string): void {
    const values = [this.work.school, questionId]
    this.work.write(
      `delete from "learning"."question_files" where school_id = $1 and question_id = $2`,
      values,
    )
    this.work.write(
      `insert into "learning"."question_files" (school_id, object_id, question_id, quiz_id)
       select distinct $1, f #>> '{}', v.question_id, v.quiz_id
       from "learning"."question_versions" v, jsonb_path_query(v.content, 'lax $.**.file_id') f
       where v.school_id = $1 and v.question_id = $2 on conflict do nothing`,
      values,
    )
  }

  /** The first few questions that show a file. */
  async showing(fileId: string): Promise<string[]> {
    const { rows } = await this.work.read(
      `select question_id from "learning"."question_files" where school_id = $1 and object_id = $2
       order by question_id limit 5`,
      [this.work.school, fileId],
    )
    return rows.map(([id]) => id!)
  }
}
