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

const questions = [null, 'easy', 'easy', 'easy', 'hard', null].map(label => ({
  id: newId('qst'),
  number: 1,
  label,
}))
const quiz = { draws: [{ label: 'easy', count: 2 }], shuffle_questions: false }
const ids = (names: readonly { question_id: string }[]) => names.map(({ question_id }) => question_id)

test('a pool gives as many as are drawn, other questions are all asked, in their order', () => {
  const drawnIds = ids(drawn(questions, quiz, newId('att')))
  expect(drawnIds).toHaveLength(5)
  const order = questions.map(({ id }) => id as string)
  expect(drawnIds).toEqual(order.filter(id => drawnIds.includes(id)))
  for (const index of [0, 4, 5]) expect(drawnIds).toContain(order[index])
  expect(ids(drawn(questions, { ...quiz, draws: [{ label: 'none', count: 3 }] }, newId('att')))).toEqual(
    order,
  )
})

test('an attempt draws and shuffles the same at every call, and every attempt differently', () => {
  const shuffled = { ...quiz, shuffle_questions: true }
  const attempts = Array.from({ length: 30 }, () => newId('att'))
  const orders = attempts.map(id => ids(drawn(questions, shuffled, id)).join())
  expect(attempts.map(id => ids(drawn(questions, shuffled, id)).join())).toEqual(orders)
  expect(new Set(orders).size).toBeGreaterThan(10)
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
    ...{ question_id, number: 2, quiz_id: newId('quz'), points: 500, all_or_nothing: false, explanation: '' },
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
