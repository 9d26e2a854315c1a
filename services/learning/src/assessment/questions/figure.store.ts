import { column, tenantEntity, textArray, type UnitOfWork } from '@lms/service-host'
import { figuresOf, type QuestionFigures, type Sums } from './figures.rules.ts'

const names = ['count', 'own', 'rest', 'own_own', 'own_rest', 'rest_rest'] as const

/** Sums over the final results of each question, in thousandths of shares of points. */
export const QuestionFigureEntity = tenantEntity(
  'learning',
  'question_figures',
  {
    question_id: column.id<'qst'>().primary(),
    quiz_id: column.id<'quz'>(),
    count: column.bigint(),
    own: column.bigint(),
    rest: column.bigint(),
    own_own: column.bigint(),
    own_rest: column.bigint(),
    rest_rest: column.bigint(),
  },
  { archive: 'rows', indexes: [{ properties: ['school_id', 'quiz_id'] }] },
)

const quoted = names.map(name => `"${name}"`).join(', ')

export class QuestionFigureStore {
  protected readonly work: UnitOfWork
  constructor(work: UnitOfWork) {
    this.work = work
  }

  /** Adds to the sums of questions, each of its own quiz, always in the order of ids: many attempts end at once. */
  add(sums: readonly ({ question_id: string; quiz_id: string } & Sums)[]): void {
    if (sums.length === 0) return
    this.work.write(
      `insert into "learning"."question_figures" as f (school_id, question_id, quiz_id, ${quoted})
       select $1, r.question_id, r.quiz_id, ${names.map(name => `r."${name}"`).join(', ')}
       from json_to_recordset($2::json) r (question_id text, quiz_id text, ${names.map(name => `"${name}" bigint`).join(', ')})
       order by r.question_id
       on conflict (school_id, question_id) do update
       set ${names.map(name => `"${name}" = f."${name}" + excluded."${name}"`).join(', ')}`,
      [this.work.school, JSON.stringify(sums)],
    )
  }

  /** The figures of these questions; of those without a result, too. */
  async of(questionIds: readonly string[]): Promise<Map<string, QuestionFigures>> {
    const { rows } = await this.work.read(
      `select question_id, ${quoted} from "learning"."question_figures"
       where school_id = $1 and question_id = any($2::text[])`,
      [this.work.school, textArray(questionIds)],
    )
    const figuresById = new Map(rows.map(([id, ...sums]) => [id!, figuresOf(sumsFrom(sums))]))
    return new Map(questionIds.map(id => [id, figuresById.get(id) ?? figuresOf(sumsFrom([]))]))
  }
}

const sumsFrom = (values: readonly (string | null)[]): Sums =>
  Object.fromEntries(names.map((name, index) => [name, Number(values[index] ?? 0)])) as unknown as Sums
