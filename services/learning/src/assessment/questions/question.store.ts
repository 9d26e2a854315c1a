import type { Caller } from '@lms/contract'
import {
  type Condition,
  column,
  objectTable,
  orderedStoreOf,
  type RowIn,
  type RowOf,
  readDatabaseTime,
  tenantEntity,
  textArray,
} from '@lms/service-host'
import { assignedCourses } from '../../homework/curators/curator-scope.ts'
import { maxPool } from '../quizzes/draw.ts'
import { inPool, type QuizRow } from '../quizzes/quiz.store.ts'
import { questions as operations, Question } from './question.contract.ts'
import type { QuestionContent } from './question-content.ts'
import { QuestionFileStore } from './question-file.store.ts'

/** Students get questions only as attempts ask them; curators read those of the courses in which they review. */
function visible(caller: Caller): Condition | null {
  if (caller.role === 'student') return { sql: 'false', values: [] }
  if (caller.role !== 'curator') return null
  const { sql, values } = assignedCourses(caller)
  return {
    sql: `t.quiz_id = any(array(select q.id from "learning"."quizzes" q where q.school_id = $ and q.course_id in (${sql})))`,
    values: [caller.school, ...values],
  }
}

const questions = objectTable('learning.questions', Question, {
  list: operations.list,
  kinds: { content: 'json' },
  hidden: {
    /** The first version in which the options have the names that they have now. */
    named_since: column.integer(),
  },
  indexes: [
    ['quiz_id', 'position'],
    ['quiz_id', 'created_at', 'id'],
    ['label', 'quiz_id'],
  ],
  visible,
})
export type QuestionRow = RowIn<typeof questions>

/** The versions of questions; also those of deleted questions that an attempt has named. */
export const QuestionVersionEntity = tenantEntity(
  'learning',
  'question_versions',
  {
    question_id: column.id<'qst'>().primary(),
    number: column.integer().primary(),
    quiz_id: column.id<'quz'>(),
    content: column.json<QuestionContent>(),
    points: column.integer(),
    all_or_nothing: column.boolean(),
    explanation: column.text(),
    credit: column.key<Question['credit']>(),
    used: column.boolean(),
    created_at: column.time(),
  },
  { archive: 'rows', indexes: [{ properties: ['school_id', 'quiz_id'] }] },
)
export type QuestionVersion = Omit<RowOf<typeof QuestionVersionEntity>, 'school_id'>

/** A question of a pool. */
export type PoolQuestion = Pick<QuestionRow, 'id' | 'number' | 'label' | 'quiz_id'>

/** A version by its question and number. */
export interface VersionReference {
  question_id: Question['id']
  number: number
}
/** A version that an attempt is scored by, and the one whose words were answered, if that is another. */
export interface PresentedVersion extends VersionReference {
  shown?: number
}
export const shownVersion = ({ question_id, number, shown }: PresentedVersion): VersionReference => ({
  question_id,
  number: shown ?? number,
})

export const versionKey = ({ question_id, number }: VersionReference): string => `${question_id} ${number}`

export const inQuiz = (quizId: string) => ({ sql: 't.quiz_id = $', values: [quizId] })

const columns =
  'question_id, number, quiz_id, content, points, all_or_nothing, explanation, credit, used, created_at'

export class QuestionStore extends orderedStoreOf(questions) {
  protected get files(): QuestionFileStore {
    return new QuestionFileStore(this.work)
  }

  /** The questions of a quiz in their order. */
  async ofQuiz(quizId: string): Promise<QuestionRow[]> {
    const { rows } = await this.work.read(`${questions.select} and t.quiz_id = $2 order by t.position`, [
      this.work.school,
      quizId,
    ])
    return rows.map(fields => this.read(fields))
  }

  /** The questions that a quiz draws from, by the label of the draw. */
  async poolsOf({ id, draws }: Pick<QuizRow, 'id' | 'draws'>): Promise<Map<string, PoolQuestion[]>> {
    if (draws.length === 0) return new Map()
    const { rows } = await this.work.read(
      `select x.label, x.id, x.number, x.quiz_id from "learning"."quizzes" t cross join jsonb_array_elements(t.draws) d
       cross join lateral (select x.* from "learning"."questions" x
         where x.school_id = $1 and x.label = d->>'label' and ${inPool}
         order by x.quiz_id, x.position limit ${maxPool}) x
       where t.school_id = $1 and t.id = $2 order by x.quiz_id, x.position`,
      [this.work.school, id],
    )
    const pool = rows.map(([label, questionId, number, quiz_id]) => ({
      ...{ label: label!, id: questionId as QuestionRow['id'], quiz_id: quiz_id as QuestionRow['quiz_id'] },
      number: Number(number),
    }))
    return Map.groupBy(pool, ({ label }) => label)
  }

  /** The versions of a question, the newest first. */
  async versionsOf(questionId: string): Promise<QuestionVersion[]> {
    const { rows } = await this.work.read(
      `select ${columns} from "learning"."question_versions" where school_id = $1 and question_id = $2
       order by number desc`,
      [this.work.school, questionId],
    )
    return rows.map(versionOf)
  }

  /** These versions, by `versionKey`. */
  async versions(names: readonly VersionReference[]): Promise<Map<string, QuestionVersion>> {
    if (names.length === 0) return new Map()
    const { rows } = await this.work.read(
      `select ${columns} from "learning"."question_versions" where school_id = $1
         and (question_id, number) in (select * from unnest($2::text[], $3::int[]))`,
      [this.work.school, ...listsOf(names)],
    )
    return new Map(rows.map(versionOf).map(version => [versionKey(version), version]))
  }

  /** Whether an attempt has named the present version. */
  async isUsed({ id, number }: QuestionRow): Promise<boolean> {
    const version = (await this.versions([{ question_id: id, number }])).get(
      versionKey({ question_id: id, number }),
    )
    return version?.used ?? false
  }

  /** Keeps the present form of a question as the version of its number; replaces an unused one. */
  keepVersion({
    id,
    quiz_id,
    number,
    content,
    points,
    all_or_nothing,
    explanation,
    credit,
  }: QuestionRow): void {
    this.work.write(
      `insert into "learning"."question_versions" (school_id, ${columns})
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, false, $10)
       on conflict (school_id, question_id, number) do update set content = excluded.content, points = excluded.points,
         all_or_nothing = excluded.all_or_nothing, explanation = excluded.explanation,
         credit = excluded.credit, created_at = excluded.created_at`,
      [
        this.work.school,
        id,
        String(number),
        quiz_id,
        JSON.stringify(content),
        String(points),
        all_or_nothing ? 't' : 'f',
        explanation,
        credit,
        this.work.now,
      ],
    )
    this.files.note(id)
  }

  /** Fixes these versions: an attempt names them. The quiz is held. */
  use(names: readonly VersionReference[]): void {
    this.work.write(
      `update "learning"."question_versions" set used = true where school_id = $1 and not used
         and (question_id, number) in (select * from unnest($2::text[], $3::int[]))`,
      [this.work.school, ...listsOf(names)],
    )
  }

  /** Deletes a question and its unused versions, and moves those after it one place forward. */
  take(question: QuestionRow): void {
    this.remove(question)
    this.work.write(
      `delete from "learning"."question_versions" where school_id = $1 and question_id = $2 and not used`,
      [this.work.school, question.id],
    )
    this.files.note(question.id)
    this.work.write(
      `update "learning"."questions" set position = position - 1
       where school_id = $1 and quiz_id = $2 and position > $3`,
      [this.work.school, question.quiz_id, String(question.position)],
    )
  }

  /** Deletes the questions of a quiz, or of the quizzes of a lesson or course, with all versions. */
  removeOf(of: 'quiz_id' | 'lesson_id' | 'course_id', id: string): void {
    const quizzes =
      of === 'quiz_id'
        ? '= $2'
        : `in (select q.id from "learning"."quizzes" q where q.school_id = $1 and q."${of}" = $2)`
    // Attempts at other quizzes keep what they asked.
    const unnamed = `not exists (select 1 from "learning"."drawn_questions" d
      where d.school_id = $1 and d.question_id = v.question_id)`
    for (const [table, more] of [
      ['question_figures', ''],
      ['question_files', ` and ${unnamed}`],
      ['question_versions', ` and ${unnamed}`],
      ['questions', ''],
    ])
      this.work.write(
        `delete from "learning"."${table}" v where school_id = $1 and quiz_id ${quizzes}${more}`,
        [this.work.school, id],
      )
  }
}

const listsOf = (names: readonly VersionReference[]) => [
  textArray(names.map(({ question_id }) => question_id)),
  textArray(names.map(({ number }) => String(number))),
]

function versionOf(fields: readonly (string | null)[]): QuestionVersion {
  const [
    question_id,
    number,
    quiz_id,
    content,
    points,
    all_or_nothing,
    explanation,
    credit,
    used,
    created_at,
  ] = fields as string[]
  return {
    question_id: question_id as QuestionVersion['question_id'],
    number: Number(number),
    quiz_id: quiz_id as QuestionVersion['quiz_id'],
    content: JSON.parse(content!),
    points: Number(points),
    all_or_nothing: all_or_nothing === 't',
    explanation: explanation!,
    credit: credit as Question['credit'],
    used: used === 't',
    created_at: readDatabaseTime(created_at!),
  }
}
