import { newId } from '@lms/contract'
import fc from 'fast-check'
import { versionKey } from '../questions/question.store.ts'
import {
  drawn,
  endOf,
  type Reading,
  type SavedAnswer,
  scoreOf,
  shuffleOf,
  visibleOf,
} from './attempt.rules.ts'

const ownQuiz = newId('quz')
const question = (label: string | null, quiz_id = ownQuiz) => ({
  id: newId('qst'),
  number: 1,
  label,
  quiz_id,
})
const questions = [null, 'easy', 'easy', 'easy', 'hard', null].map(label => question(label))
const quiz = { draws: [{ label: 'easy', count: 2 }], shuffle_questions: false }
const drawnIn = (
  given: typeof quiz,
  attempt: string,
  pool: readonly (typeof questions)[number][] = questions,
) =>
  drawn(
    questions,
    given,
    attempt,
    Map.groupBy(pool, ({ label }) => label ?? ''),
  ).map(({ id }) => id as string)

test('a pool gives as many as are drawn, other questions are all asked, in their order', () => {
  const drawnIds = drawnIn(quiz, newId('att'))
  expect(drawnIds).toHaveLength(5)
  const order = questions.map(({ id }) => id as string)
  expect(drawnIds).toEqual(order.filter(id => drawnIds.includes(id)))
  for (const index of [0, 4, 5]) expect(drawnIds).toContain(order[index])
  expect(drawnIn({ ...quiz, draws: [{ label: 'none', count: 3 }] }, newId('att'))).toEqual(order)
})

test('an attempt draws and shuffles the same at every call, and every attempt differently', () => {
  const shuffled = { ...quiz, shuffle_questions: true }
  const attempts = Array.from({ length: 30 }, () => newId('att'))
  const orders = attempts.map(id => drawnIn(shuffled, id).join())
  expect(attempts.map(id => drawnIn(shuffled, id).join())).toEqual(orders)
  expect(new Set(orders).size).toBeGreaterThan(10)
})

test('a pool of other quizzes adds its questions behind those of the quiz, each once, and no more than an attempt has', () => {
  const others = Array.from({ length: 300 }, () => question('easy', newId('quz')))
  const wide = { ...quiz, draws: [{ label: 'easy', count: 100 }] }
  fc.assert(
    fc.property(fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }), included => {
      const own = questions.filter(({ label }) => label === 'easy').filter((_, index) => included[index])
      const picked = drawnIn(wide, newId('att'), [...own, ...others])
      const asked = questions.filter(each => each.label !== 'easy' || !own.includes(each))
      for (const { id } of asked) expect(picked).toContain(id)
      expect(new Set(picked).size).toBe(picked.length)
      expect(picked).toHaveLength(asked.length + 100)
    }),
    { numRuns: 20 },
  )
  const most = [{ label: 'easy', count: 200 }]
  expect(drawnIn({ ...quiz, draws: most }, newId('att'), others)).toHaveLength(200)
})

test('a shuffled list has the same items', () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), fc.string(), (items, salt) => {
      expect(shuffleOf('att')(items, salt).sort()).toEqual([...items].sort())
    }),
  )
})

test('an attempt ends by its limit or by the deadline, whichever is first', () => {
  const start = '2026-03-01T09:00:00.000+00:00'
  const end = (limit: number | null, due_at: string | null, extra_quiz_minutes = 0) =>
    endOf({ time_limit_seconds: limit }, start, { due_at, extra_quiz_minutes })?.toISOString() ?? null
  expect(end(null, null)).toBe(null)
  expect(end(60, null)).toBe('2026-03-01T09:01:00.000Z')
  expect(end(60, null, 5)).toBe('2026-03-01T09:06:00.000Z')
  expect(end(60, '2026-03-01T09:00:30.000+00:00')).toBe('2026-03-01T09:00:30.000Z')
  expect(end(60, '2026-03-02T09:00:00.000+00:00')).toBe('2026-03-01T09:01:00.000Z')
})

test('a reviewed answer earns no more than its question is worth now', () => {
  const question_id = newId('qst')
  const version = {
    ...{
      question_id,
      number: 2,
      quiz_id: newId('quz'),
      points: 500,
      all_or_nothing: false,
      explanation: '',
      credit: 'by_answer' as const,
    },
    ...{ used: true, created_at: '', content: { kind: 'open' as const, prompt: 'Why?', guidance: '' } },
  }
  const saved: SavedAnswer = {
    ...{ attempt_id: 'att', question_id, revision: 1, score: 800, comment: '' },
    answer: { kind: 'open', text: 'Because.' },
  }
  const reference = { question_id, number: 2 }
  const versions = new Map([[versionKey(reference), version]])
  expect(scoreOf([reference], versions, new Map([[question_id, saved]]), 50)).toEqual({
    ...{ score: 500, max_score: 500, passed: true },
  })
})

describe('what a student sees', () => {
  const over: Reading = {
    student: true,
    show: 'never',
    finished: true,
    final: true,
    attemptsLeft: true,
    deadlinePassed: false,
  }
  test.each<[Partial<Reading>, boolean, boolean]>([
    [{ show: 'never' }, false, false],
    [{ show: 'score' }, true, false],
    [{ show: 'score', final: false }, false, false],
    [{ show: 'after_finish' }, true, true],
    [{ show: 'after_finish', final: false }, false, true],
    [{ show: 'after_finish', finished: false, final: false }, false, false],
    [{ show: 'after_last_attempt' }, true, false],
    [{ show: 'after_last_attempt', attemptsLeft: false }, true, true],
    [{ show: 'after_last_attempt', attemptsLeft: false, finished: false, final: false }, false, false],
    [{ show: 'after_deadline' }, true, false],
    [{ show: 'after_deadline', deadlinePassed: true }, true, true],
    [{ show: 'never', student: false }, true, true],
    [{ show: 'never', student: false, finished: false, final: false }, false, true],
  ])('%j', (fields, score, keys) => expect(visibleOf({ ...over, ...fields })).toEqual({ score, keys }))
})
