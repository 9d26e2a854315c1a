// What the result of an attempt says about its questions.
import type { Id } from '@lms/contract'
import type { Stores } from '../../builder.ts'
import { pointsOf, sumsOf } from '../questions/figures.rules.ts'
import { versionKey } from '../questions/question.store.ts'
import { earned, possible, type SavedAnswer } from './attempt.rules.ts'
import type { AttemptRow } from './attempt.store.ts'

type Needed = Pick<Stores, 'attempts' | 'questions' | 'questionFigures'>

/** Takes the former final result of an attempt out of the figures of its questions, and adds the present one. */
export async function countResult(
  before: AttemptRow,
  now: AttemptRow,
  { attempts, questions, questionFigures }: Needed,
  answers?: ReadonlyMap<string, SavedAnswer>,
): Promise<void> {
  const results = [
    ...(before.score === null ? [] : [{ asked: before.asked, times: -1 as const }]),
    ...(now.score === null ? [] : [{ asked: now.asked, times: 1 as const }]),
  ]
  if (results.length === 0) return
  const [saved, versions] = await Promise.all([
    answers ?? attempts.answersOf([now.id]).then(all => all.get(now.id)!),
    questions.versions(results.flatMap(({ asked: references }) => references)),
  ])
  const scores = (references: AttemptRow['asked']) =>
    references.map(name => {
      const version = versions.get(versionKey(name))!
      const part = earned(version, saved.get(name.question_id))
      return { earned: part ? (part.share.of * part.points) / part.share.all : 0, points: possible(version) }
    })
  for (const { asked: references, times } of results) {
    const points = pointsOf(scores(references))
    questionFigures.add(
      references.map((name, index) => ({
        question_id: name.question_id as Id<'qst'>,
        quiz_id: versions.get(versionKey(name))!.quiz_id,
        ...sumsOf(points[index]!, times),
      })),
    )
  }
}
