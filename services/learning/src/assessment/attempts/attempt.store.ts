import type { Caller } from '@lms/contract'
import {
  type Condition,
  column,
  objectTable,
  planned,
  type RowIn,
  storeOf,
  tenantEntity,
  textArray,
} from '@lms/service-host'
import { visibleByStudy } from '../../homework/curators/curator-scope.ts'
import { HeldReviews } from '../../homework/review-queue/held-reviews.ts'
import type { Answer } from '../questions/answer-schema.ts'
import type { PresentedVersion } from '../questions/question.store.ts'
import { quizAttempts as operations, QuizAttempt } from './attempt.contract.ts'
import { attemptLifecycle } from './attempt.lifecycle.ts'
import type { SavedAnswer } from './attempt.rules.ts'

/** Curators see what is assigned to them, and what they review. */
function visible(caller: Caller): Condition | null {
  const byStudy = visibleByStudy(caller)
  if (!byStudy || caller.role !== 'curator') return byStudy
  return { sql: `(t.curator_id = $ or ${byStudy.sql})`, values: [caller.user, ...byStudy.values] }
}

const attempts = objectTable('learning.attempts', QuizAttempt, {
  archive: {
    earlier: { columns: { deadline_at: 'due_at' }, values: { status: { in_progress: 'running' } } },
  },
  list: operations.list,
  computed: ['result'],
  hidden: {
    /** In hundredths of a point; null until it is final. */
    score: column.integer().nullable(),
    max_score: column.integer(),
    passed: column.boolean().nullable(),
    /** The deadline of the lesson when it began. */
    due_at: column.time().nullable(),
    /** The versions of questions that it asks, in its order. */
    asked: column.json<PresentedVersion[]>(),
  },
  indexes: [
    ['quiz_id', 'created_at', 'id'],
    ['quiz_id', 'id'],
    ['course_id', 'created_at', 'id'],
    ['lesson_id', 'created_at', 'id'],
    ['enrollment_id', 'quiz_id'],
    ['user_id', 'created_at', 'id'],
    ['status', 'created_at', 'id'],
    ['curator_id', 'id'],
  ],
  unique: [{ of: ['user_id', 'quiz_id', 'number'] }],
  // lesson.quiz_finished is told once the result is final, which no single move says.
  lifecycle: { of: attemptLifecycle, emits: { finish: null, review: null } },
  budget: 'task',
  visible,
})
export type AttemptRow = RowIn<typeof attempts>

export const AttemptAnswerEntity = tenantEntity(
  'learning',
  'attempt_answers',
  {
    attempt_id: column.id<'att'>().primary(),
    question_id: column.id<'qst'>().primary(),
    answer: column.json<Answer | null>().nullable(),
    revision: column.integer(),
    score: column.integer().nullable(),
    comment: column.text(),
  },
  { archive: 'rows' },
)

export class AttemptStore extends storeOf(attempts) {
  /** Whether somebody has begun an attempt at this quiz, or in this lesson or course. */
  async anyOf(of: 'quiz_id' | 'lesson_id' | 'course_id', id: string): Promise<boolean> {
    const { rows } = await this.work.read(
      `select 1 from "learning"."attempts" where school_id = $1 and "${of}" = $2 limit 1`,
      [this.work.school, id],
    )
    return rows.length > 0
  }

  /** The attempts of one person at a quiz, the newest first. */
  async ofPerson(enrollmentId: string, quizId: string): Promise<AttemptRow[]> {
    const { rows } = await this.work.read(
      `${attempts.select} and t.enrollment_id = $2 and t.quiz_id = $3 order by t.number desc`,
      [this.work.school, enrollmentId, quizId],
    )
    return rows.map(fields => this.read(fields))
  }

  /** How many final attempts at a quiz, and of how many people, a pass mark lets pass that have not passed yet. */
  async wouldPass(quizId: string, percent: number): Promise<{ attempts: number; people: number }> {
    const { rows } = await this.work.read(
      `select count(*), count(distinct t.user_id) filter (where not exists (select from "learning"."attempts" o
         where o.school_id = $1 and o.user_id = t.user_id and o.quiz_id = $2 and o.passed))
       from "learning"."attempts" t where t.school_id = $1 and t.quiz_id = $2 and t.status <> 'running'
         and not t.passed and t.score::bigint * 100 >= t.max_score::bigint * $3::bigint`,
      [this.work.school, quizId, String(percent)],
    )
    const [attempts, people] = rows[0]!.map(Number) as [number, number]
    return { attempts, people }
  }

  /** Whether the person has passed all quizzes of the lesson besides that of an attempt. */
  async passedAllBut({ lesson_id, quiz_id, user_id }: AttemptRow): Promise<boolean> {
    const { rows } = await this.work.read(
      `select 1 from "learning"."quizzes" q where q.school_id = $1 and q.lesson_id = $2 and q.id <> $3 and not exists (
         select 1 from "learning"."attempts" a where a.school_id = $1 and a.user_id = $4 and a.quiz_id = q.id and a.passed)
       limit 1`,
      [this.work.school, lesson_id, quiz_id, user_id],
    )
    return rows.length === 0
  }

  /** Attempts at a quiz in the order of their ids, locked, after one of them. */
  async lockOfQuiz(quizId: string, after: string, most: number): Promise<AttemptRow[]> {
    const { rows } = await this.work.lockStep(
      planned(`${attempts.select} and t.quiz_id = $2 and t.id > $3 order by t.id limit $4 for update`, [
        this.work.school,
        quizId,
        after,
        String(most),
      ]),
    )
    return rows.map(fields => this.readLocked(fields))
  }

  /** The saved answers of attempts, by attempt and question. */
  async answersOf(ids: readonly string[]): Promise<Map<string, Map<string, SavedAnswer>>> {
    const { rows } = await this.work.read(
      `select attempt_id, question_id, answer, revision, score, comment from "learning"."attempt_answers"
       where school_id = $1 and attempt_id = any($2::text[])`,
      [this.work.school, textArray(ids)],
    )
    const all = rows.map(
      ([attempt_id, question_id, answer, revision, score, comment]): SavedAnswer => ({
        attempt_id: attempt_id!,
        question_id: question_id as SavedAnswer['question_id'],
        answer: answer && JSON.parse(answer),
        revision: Number(revision),
        score: score === null ? null : Number(score),
        comment: comment!,
      }),
    )
    const grouped = Map.groupBy(all, each => each.attempt_id)
    return new Map(
      ids.map(id => [id, new Map((grouped.get(id) ?? []).map(each => [each.question_id as string, each]))]),
    )
  }

  /** Saves answers of a locked attempt in place of earlier ones. */
  saveAnswers(attemptId: string, answers: readonly Omit<SavedAnswer, 'attempt_id'>[]): void {
    this.work.write(
      `insert into "learning"."attempt_answers" (school_id, attempt_id, question_id, answer, revision, score, comment)
       select $1, $2, a.question_id, a.answer, a.revision, a.score, a.comment
       from jsonb_to_recordset($3::jsonb) a (question_id text, answer jsonb, revision int, score int, comment text)
       on conflict (school_id, attempt_id, question_id) do update set answer = excluded.answer,
         revision = excluded.revision, score = excluded.score, comment = excluded.comment`,
      [this.work.school, attemptId, JSON.stringify(answers)],
    )
  }

  /** The attempts of these people, or in these enrollments, that run. */
  async lockRunning(of: 'user_id' | 'enrollment_id', ids: readonly string[]): Promise<AttemptRow[]> {
    const { rows } = await this.work.lock(
      `${attempts.select} and t."${of}" = any($2::text[]) and t.status = 'running' order by t.id for update`,
      [this.work.school, textArray(ids)],
    )
    return rows.map(fields => this.readLocked(fields))
  }

  /** An attempt, locked, whoever asks. */
  async lockAny(id: string): Promise<AttemptRow | null> {
    const { rows } = await this.work.lock(`${attempts.select} and t.id = $2 for update`, [
      this.work.school,
      id,
    ])
    return rows[0] ? this.readLocked(rows[0]) : null
  }

  /** The attempts of a study whose result is not final, locked. */
  async lockUndecided(enrollmentId: string): Promise<AttemptRow[]> {
    const { rows } = await this.work.lock(
      `${attempts.select} and t.enrollment_id = $2 and t.score is null order by t.id for update`,
      [this.work.school, enrollmentId],
    )
    return rows.map(fields => this.readLocked(fields))
  }

  /** Attempts that curators have in review. */
  get held(): HeldReviews<AttemptRow> {
    return new HeldReviews({
      work: this.work,
      table: '"learning"."attempts"',
      select: attempts.select,
      inReview: `t.status <> 'running' and t.score is null`,
      readLocked: fields => this.readLocked(fields),
    })
  }

  /** What runs, or waits for a review, belongs to the flow in which its student studies on. */
  enterFlow(enrollmentIds: readonly string[], from: string, into: string): void {
    this.work.write(
      `update "learning"."attempts" set group_id = $4, version = version + 1, updated_at = $5
       where school_id = $1 and enrollment_id = any($2::text[]) and group_id = $3 and score is null`,
      [this.work.school, textArray([...enrollmentIds]), from, into, this.work.now],
    )
  }

  /** Gives the attempts that a person reviews, or has reviewed, to another. */
  giveReviews(into: string, from: string): void {
    this.work.write(
      `update "learning"."attempts" set curator_id = $2, version = version + 1, updated_at = $4
       where school_id = $1 and curator_id = $3`,
      [this.work.school, into, from, this.work.now],
    )
  }

  /** Gives a person's attempts to another, after that one's own, in the enrollments that they have now. */
  moveTo(into: string, from: string): void {
    this.work.write(
      `update "learning"."attempts" t set user_id = $2, enrollment_id = e.id, version = t.version + 1, updated_at = $4,
         number = t.number + coalesce((select max(o.number) from "learning"."attempts" o
           where o.school_id = $1 and o.user_id = $2 and o.quiz_id = t.quiz_id), 0)
       from "learning"."enrollments" e where t.school_id = $1 and t.user_id = $3
         and e.school_id = $1 and e.user_id = $2 and e.course_id = t.course_id`,
      [this.work.school, into, from, this.work.now],
    )
  }

  /** Forgets the attempts of a study, with their answers. The enrollment is locked. */
  forget(enrollmentId: string): void {
    const values = [this.work.school, enrollmentId]
    this.work.write(
      `delete from "learning"."review_queue" q using "learning"."attempts" t
       where t.school_id = $1 and t.enrollment_id = $2 and q.school_id = $1 and q.item_id = t.id`,
      values,
    )
    this.work.write(
      `delete from "learning"."attempt_answers" a using "learning"."attempts" t
       where t.school_id = $1 and t.enrollment_id = $2 and a.school_id = $1 and a.attempt_id = t.id`,
      values,
    )
    this.work.write(`delete from "learning"."attempts" where school_id = $1 and enrollment_id = $2`, values)
  }

  /** Blanks what a person wrote; scores stay. Nobody is asked to review what is empty now. */
  blankOf(userId: string): void {
    this.work.write(
      `delete from "learning"."review_queue" q using "learning"."attempts" t
       where t.school_id = $1 and t.user_id = $2 and q.school_id = $1 and q.item_id = t.id`,
      [this.work.school, userId],
    )
    this.work.write(
      `update "learning"."attempts" set curator_id = null, claim_expires_at = null, version = version + 1, updated_at = $3
       where school_id = $1 and user_id = $2 and status <> 'running' and score is null and curator_id is not null`,
      [this.work.school, userId, this.work.now],
    )
    this.work.write(
      `update "learning"."attempt_answers" a set answer = null, comment = '' from "learning"."attempts" t
       where t.school_id = $1 and t.user_id = $2 and a.school_id = $1 and a.attempt_id = t.id`,
      [this.work.school, userId],
    )
  }
}
