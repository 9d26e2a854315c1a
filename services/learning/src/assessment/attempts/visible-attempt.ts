// Attempts as the reader may see them.
import type { Caller } from '@lms/contract'
import type { Stores } from '../../builder.ts'
import { lessonOpening } from '../../study/schedule/open-lesson.ts'
import { shownVersion, versionKey } from '../questions/question.store.ts'
import { sumOf } from '../questions/scoring.rules.ts'
import { keyOf, studentForm } from '../questions/student-question.ts'
import type { QuizAttempt, QuizAttemptDetail } from './attempt.contract.ts'
import {
  attemptsLeft,
  earned,
  possible,
  resultOf,
  type SavedAnswer,
  shuffleOf,
  visibleOf,
} from './attempt.rules.ts'
import type { AttemptRow } from './attempt.store.ts'

interface Reader {
  caller: Caller
  now: string
}

/** Attempts for a list. */
export async function cardsOf(
  rows: readonly AttemptRow[],
  { caller }: Pick<Reader, 'caller'>,
  { quizzes }: Stores,
): Promise<QuizAttempt[]> {
  const quizById = new Map(
    (await quizzes.shownOf(rows.map(({ quiz_id }) => quiz_id))).map(each => [each.id, each]),
  )
  return rows.map(row => {
    const hidden = caller.role === 'student' && (quizById.get(row.quiz_id)?.show ?? 'never') === 'never'
    return { ...row, result: hidden ? null : resultOf(row) }
  })
}

/** One attempt with its questions, and its saved answers or these. */
export async function detailOf(
  row: AttemptRow,
  { caller, now }: Reader,
  stores: Stores,
  present?: ReadonlyMap<string, SavedAnswer>,
): Promise<QuizAttemptDetail> {
  const { attempts, questions, quizzes } = stores
  const [[quiz], versions, answers, all] = await Promise.all([
    quizzes.shownOf([row.quiz_id]),
    questions.versions([...row.asked, ...row.asked.map(shownVersion)]),
    attempts.answersOf([row.id]),
    attempts.ofPerson(row.enrollment_id, row.quiz_id),
  ])
  const finished = row.status !== 'running'
  const depends = quiz?.show === 'after_deadline' || quiz?.show === 'after_last_attempt'
  const opening = depends ? await openingOf(row, stores, now) : null
  const deadline = quiz?.show === 'after_deadline' ? (opening?.due_at ?? row.due_at) : null
  const running = all.some(({ id, status }) => id !== row.id && status === 'running')
  const visible = visibleOf({
    student: caller.role === 'student',
    show: quiz?.show ?? 'never',
    finished,
    final: row.score !== null,
    attemptsLeft: running || attemptsLeft(all, quiz ?? noQuiz, opening ?? noExtras) > 0,
    deadlinePassed: deadline !== null && deadline <= now,
  })
  const saved = present ?? answers.get(row.id)!
  return {
    ...row,
    result: visible.score ? resultOf(row) : null,
    links: null,
    questions: row.asked.map(name => {
      const version = versions.get(versionKey(name))!
      const own = saved.get(name.question_id)
      const shuffle = shuffleOf(`${row.id} ${name.question_id}`)
      const part = finished ? earned(version, own) : null
      return {
        question_id: name.question_id,
        points: possible(version),
        asked: studentForm(
          versions.get(versionKey(shownVersion(name)))!.content,
          shuffle,
          quiz?.shuffle_options ?? false,
        ),
        answer: own?.answer ?? null,
        revision: own?.revision ?? 0,
        outcome: visible.keys
          ? {
              score: part && sumOf([part]),
              comment: own?.comment ?? '',
              key: keyOf(version.content),
              explanation: version.explanation,
              explanation_media: version.content.explanation_media ?? [],
            }
          : null,
      }
    }),
  }
}

const noQuiz = { attempts_allowed: null }
const noExtras = { extra_quiz_attempts: 0, quizzes_restarted_at: null }

/** Until when attempts may begin, and how many: both may have been changed since this one did. */
async function openingOf(row: AttemptRow, stores: Stores, now: string) {
  const enrollment = await stores.enrollments.find(row.enrollment_id)
  return enrollment && lessonOpening(enrollment, row.lesson_id, stores, now)
}
