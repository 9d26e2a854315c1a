// Scores over random histories of corrections: an answer goes on meaning what was chosen, whatever is moved, renamed or
// corrected, and its score is that of the last key.
import { Refused } from '@lms/contract'
import fc from 'fast-check'
import { scoreOf } from '../attempts/attempt.rules.ts'
import { nameParts, withFormerIds } from './part-ids.rules.ts'
import type { QuestionVersion } from './question.store.ts'
import { versionKey } from './question.store.ts'
import type { KindOf, QuestionChange } from './question-content.ts'
import { shareOf } from './scoring.rules.ts'

/** An option by what it is, whatever its words are by now. */
interface Known {
  who: number
  text: string
  correct: boolean
}
const size = 5
const step = fc.oneof(
  fc.record({
    kind: fc.constant('move' as const),
    order: fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: size }),
  }),
  fc.record({
    kind: fc.constant('rename' as const),
    who: fc.nat(size - 1),
    text: fc.constantFrom('Cotton', 'Copy', 'Rice'),
  }),
  fc.record({ kind: fc.constant('correct' as const), who: fc.nat(size - 1), correct: fc.boolean() }),
)
const steps = fc.array(fc.record({ step, withIds: fc.boolean() }), { maxLength: 10 })

test('an option is followed by its id, else by its words, never by its place', () => {
  fc.assert(
    fc.property(steps, fc.subarray([0, 1, 2, 3, 4]), (history, chosen) => {
      let known: Known[] = Array.from({ length: size }, (_, who) => ({
        ...{ who, text: `Paper ${who}`, correct: who % 2 === 0 },
      }))
      const inputOf = (
        list: readonly Known[],
        idOf: (who: number) => string | undefined,
      ): QuestionChange => ({
        kind: 'multiple',
        prompt: 'Which?',
        options: list.map(({ who, text, correct }) => ({ text, correct, id: idOf(who) })),
      })
      let content = nameParts(inputOf(known, () => undefined)) as KindOf<'multiple'>
      const ids = new Map(known.map(({ who }, index) => [who, content.options[index]!.id]))
      const answer = { kind: 'multiple' as const, option_ids: chosen.map(who => ids.get(who)!) }
      for (const { step: each, withIds } of history) {
        const next =
          each.kind === 'move'
            ? each.order.map(place => known[place]!)
            : known.map(option => (option.who === each.who ? { ...option, ...fieldsOf(each) } : option))
        const input = inputOf(next, who => (withIds ? ids.get(who) : undefined))
        try {
          content = withFormerIds(input, content) as KindOf<'multiple'>
          known = next
        } catch (error) {
          // Without ids new words, or words that two options have, are refused: nothing is guessed.
          if (!(error instanceof Refused) || withIds) throw error
          const words = known.map(({ text }) => text)
          const isOnce = (texts: readonly string[], text: string) =>
            texts.filter(other => other === text).length === 1
          const nextWords = next.map(({ text }) => text)
          const isTold = nextWords.every(text => isOnce(words, text) && isOnce(nextWords, text))
          expect(isTold).toBe(false)
        }
        expect(content.options.map(({ id }) => id)).toEqual(known.map(({ who }) => ids.get(who)))
      }
      const right = known.filter(({ correct }) => correct).map(({ who }) => who)
      const hits = chosen.filter(who => right.includes(who)).length
      const of = Math.max(0, hits - (chosen.length - hits))
      expect(shareOf({ content, all_or_nothing: false }, answer)).toEqual({ of, all: right.length })
    }),
  )
})

const fieldsOf = (each: { text?: string; correct?: boolean }) => ({
  ...(each.text !== undefined && { text: each.text }),
  ...(each.correct !== undefined && { correct: each.correct }),
})

test('an order that was answered is scored by the last order, however often the key was turned', () => {
  const turns = fc.array(fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }), { maxLength: 6 })
  fc.assert(
    fc.property(turns, fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }), (history, answered) => {
      const words = ['Wet', 'Wash', 'Dry', 'Glaze']
      let order = [0, 1, 2, 3]
      const input = (): QuestionChange => ({
        kind: 'order',
        prompt: 'In order',
        items: order.map(index => words[index]!),
      })
      let content = nameParts(input()) as KindOf<'order'>
      const ids = content.items.map(({ id }) => id)
      for (const turn of history) {
        order = turn.map(place => order[place]!)
        content = withFormerIds(input(), content) as KindOf<'order'>
      }
      const answer = { kind: 'order' as const, item_ids: answered.map(index => ids[index]!) }
      const follows = answered
        .slice(1)
        .filter((index, place) => order[order.indexOf(answered[place]!) + 1] === index).length
      expect(shareOf({ content, all_or_nothing: false }, answer)).toEqual({ of: follows, all: 3 })
    }),
  )
})

test('a score lies between nothing and what is possible, and credit counts as it is last set', () => {
  const question = fc.record({
    points: fc.integer({ min: 1, max: 1000 }),
    right: fc.boolean(),
    credits: fc.array(fc.constantFrom('by_answer' as const, 'full' as const, 'none' as const), {
      minLength: 1,
    }),
  })
  fc.assert(
    fc.property(fc.array(question, { minLength: 1, maxLength: 8 }), fc.nat(100), (list, percent) => {
      const content = nameParts({ kind: 'text', prompt: 'Which?', accepted: ['Cotton'] })
      const references = list.map((_, index) => ({ question_id: `qst_${index}` as const, number: 1 }))
      const versions = list.map(
        ({ points, credits }, index): QuestionVersion => ({
          ...references[index]!,
          ...{ quiz_id: 'quz_1', content, points, all_or_nothing: false, explanation: '' },
          ...{ credit: credits.at(-1)!, used: true, created_at: '' },
        }),
      )
      const answers = list.map(({ right }, index) => ({
        ...{ attempt_id: 'att_1', question_id: references[index]!.question_id, revision: 1 },
        answer: { kind: 'text' as const, text: right ? ' cotton' : 'copy' },
        ...{ score: null, comment: '' },
      }))
      const scored = scoreOf(
        references,
        new Map(versions.map(version => [versionKey(version), version])),
        new Map(answers.map(answer => [answer.question_id, answer])),
        percent,
      )
      const sum = (of: (each: (typeof list)[number]) => number) =>
        list.reduce((total, each) => total + of(each), 0)
      const max = sum(({ points, credits }) => (credits.at(-1) === 'none' ? 0 : points))
      const expected = sum(({ points, right, credits }) => {
        const credit = credits.at(-1)
        return credit === 'full' || (credit === 'by_answer' && right) ? points : 0
      })
      expect(scored).toEqual({
        ...{ score: expected, max_score: max },
        passed: expected * 100 >= max * percent,
      })
    }),
  )
})
