// Questions that attempts at another quiz have drawn: what regrades look for, and what keeps a question from vanishing.
import { column, tenantEntity, textArray, type UnitOfWork } from '@lms/service-host'
import type { QuestionRow } from './question.store.ts'

/** `quiz_id` is the quiz of the attempts, `source_quiz_id` that of the question. */
export const DrawnQuestionEntity = tenantEntity(
  'learning',
  'drawn_questions',
  {
    question_id: column.id<'qst'>().primary(),
    quiz_id: column.id<'quz'>().primary(),
    source_quiz_id: column.id<'quz'>(),
  },
  { archive: 'rows', indexes: [{ properties: ['school_id', 'source_quiz_id'] }] },
)

export class DrawnQuestionStore {
  protected readonly work: UnitOfWork
  constructor(work: UnitOfWork) {
    this.work = work
  }

  /** Notes which questions of other quizzes an attempt at a quiz asks. */
  note(quizId: string, questions: readonly Pick<QuestionRow, 'id' | 'quiz_id'>[]): void {
    const others = questions.filter(({ quiz_id }) => quiz_id !== quizId)
    if (others.length === 0) return
    this.work.write(
      `insert into "learning"."drawn_questions" (school_id, question_id, quiz_id, source_quiz_id)
       select $1, q, $2, s from unnest($3::text[], $4::text[]) d (q, s) order by q on conflict do nothing`,
      [
        this.work.school,
        quizId,
        textArray(others.map(({ id }) => id)),
        textArray(others.map(({ quiz_id }) => quiz_id)),
      ],
    )
  }

  /** The other quizzes whose attempts have asked a question. */
  async quizzesOf(questionId: string): Promise<`quz_${string}`[]> {
    const { rows } = await this.work.read(
      `select quiz_id from "learning"."drawn_questions" where school_id = $1 and question_id = $2 order by quiz_id`,
      [this.work.school, questionId],
    )
    return rows.map(([id]) => id as `quz_${string}`)
  }

  /** The first few quizzes elsewhere whose attempts have asked questions of a quiz, or of those of a lesson or course. */
  async elsewhere(of: 'id' | 'lesson_id' | 'course_id', id: string): Promise<string[]> {
    const { rows } = await this.work.read(
      `select distinct d.quiz_id from "learning"."drawn_questions" d
       join "learning"."quizzes" s on s.school_id = $1 and s.id = d.source_quiz_id and s."${of}" = $2
       where d.school_id = $1 and not exists (
         select 1 from "learning"."quizzes" q where q.school_id = $1 and q.id = d.quiz_id and q."${of}" = $2)
       order by d.quiz_id limit 5`,
      [this.work.school, id],
    )
    return rows.map(([quiz]) => quiz!)
  }
}
