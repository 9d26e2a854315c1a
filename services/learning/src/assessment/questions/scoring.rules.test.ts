import fc from 'fast-check'
import { type Answer, fits } from './answer-schema.ts'
import { nameParts } from './part-ids.rules.ts'
import type { KindOf, QuestionInput } from './question-content.ts'
import { passes, shareOf, sumOf } from './scoring.rules.ts'

const prompt = 'Which?'
const scored = (input: QuestionInput, all_or_nothing = false) => ({
  content: nameParts(input),
  all_or_nothing,
})
const part = (input: QuestionInput, answer: Answer, all_or_nothing = false) => {
  const share = shareOf(scored(input, all_or_nothing), answer)!
  return share.of / share.all
}

describe('a choice', () => {
  const options = [true, true, false, false].map((correct, index) => ({ text: `${index}`, correct }))
  const content = nameParts({ kind: 'multiple', prompt, options }) as KindOf<'multiple'>
  const pick = (...indexes: number[]) => {
    const option_ids = indexes.map(index => content.options[index]!.id)
    return shareOf({ content, all_or_nothing: false }, { kind: 'multiple', option_ids })
  }
  test.each([
    [[0, 1], 1],
    [[0], 0.5],
    [[0, 1, 2], 0.5],
    [[0, 2], 0],
    [[2, 3], 0],
    [[], 0],
  ])('of the places %j earns %d', (indexes, share) => {
    const { of, all } = pick(...indexes)!
    expect(of / all).toBe(share)
  })
})

describe('a text', () => {
  const input: QuestionInput = { kind: 'text', prompt, accepted: ['Ultramarine blue', 'ﬁne'] }
  test.each([
    ['  ultramarine   BLUE ', 1],
    ['fine', 1],
    ['ultramarineblue', 0],
    ['', 0],
  ])('%j earns %d', (text, share) => expect(part(input, { kind: 'text', text })).toBe(share))
})

describe('a number', () => {
  const number = (written: string, value: string, tolerance: KindOf<'number'>['tolerance'] = null) =>
    part({ kind: 'number', prompt, value, tolerance }, { kind: 'number', number: written })
  test.each([
    ['0.3', '0.30', 1],
    ['0,3', '0.3', 1],
    ['−5', '-5', 1],
    ['+5', '5', 1],
    ['1 000', '1000', 1],
    ['0.3000000001', '0.3', 0],
    ['three', '3', 0],
    ['1e3', '1000', 0],
  ])('%s for %s earns %d', (written, value, share) => expect(number(written, value)).toBe(share))
  test.each([
    ['10.1', 'absolute', '0.1', 1],
    ['10.11', 'absolute', '0.1', 0],
    ['9.5', 'percent', '5', 1],
    ['9.4', 'percent', '5', 0],
  ] as const)('%s for 10 within %s %s earns %d', (written, kind, value, share) =>
    expect(number(written, '10', { kind, value })).toBe(share),
  )
})

test('an order earns its right neighbours, a cloze and a match their right parts', () => {
  const order = nameParts({ kind: 'order', prompt, items: ['a', 'b', 'c', 'd'] }) as KindOf<'order'>
  const at = (...indexes: number[]): Answer => ({
    kind: 'order',
    item_ids: indexes.map(index => order.items[index]!.id),
  })
  const share = (answer: Answer) => shareOf({ content: order, all_or_nothing: false }, answer)
  expect(share(at(0, 1, 2, 3))).toEqual({ of: 3, all: 3 })
  expect(share(at(3, 0, 1, 2))).toEqual({ of: 2, all: 3 })
  expect(share(at(3, 2, 1, 0))).toEqual({ of: 0, all: 3 })
  const match = nameParts({
    kind: 'match',
    prompt,
    pairs: [
      { left: 'sky', right: 'blue' },
      { left: 'sea', right: 'blue' },
      { left: 'sun', right: 'yellow' },
    ],
    others: ['red'],
  }) as KindOf<'match'>
  const [sky, sea, sun] = match.pairs.map(({ left }) => left.id)
  const [one, two, yellow] = match.pairs.map(({ right }) => right.id)
  const pairs = [
    { left_id: sky!, right_id: two! },
    { left_id: sea!, right_id: one! },
    { left_id: sun!, right_id: match.others[0]!.id },
  ]
  expect(shareOf({ content: match, all_or_nothing: false }, { kind: 'match', pairs })).toEqual({
    of: 2,
    all: 3,
  })
  const right = [...pairs.slice(0, 2), { left_id: sun!, right_id: yellow! }]
  expect(shareOf({ content: match, all_or_nothing: true }, { kind: 'match', pairs: right })).toEqual({
    of: 1,
    all: 1,
  })
  expect(shareOf({ content: match, all_or_nothing: true }, { kind: 'match', pairs })).toEqual({
    of: 0,
    all: 1,
  })
})

test('an open answer waits for a person, an empty one does not', () => {
  const open = scored({ kind: 'open', prompt, guidance: '' })
  expect(shareOf(open, { kind: 'open', text: 'Because.' })).toBe(null)
  expect(shareOf(open, { kind: 'open', text: '  ' })).toEqual({ of: 0, all: 1 })
  expect(shareOf(open, null)).toEqual({ of: 0, all: 1 })
})

test('thirds add up to a whole, and a half is rounded up', () => {
  const third = { share: { of: 1, all: 3 }, points: 100 }
  expect(sumOf([third, third, third])).toBe(100)
  expect(sumOf([third])).toBe(33)
  expect(sumOf([{ share: { of: 1, all: 2 }, points: 1 }])).toBe(1)
  expect(passes(59, 100, 60)).toBe(false)
  expect(passes(60, 100, 60)).toBe(true)
})

const shares = fc.array(
  fc
    .record({ all: fc.integer({ min: 1, max: 30 }), points: fc.integer({ min: 1, max: 100_000 }) })
    .chain(({ all, points }) => fc.integer({ min: 0, max: all }).map(of => ({ share: { of, all }, points }))),
  { maxLength: 200 },
)

test('a sum lies within half a hundredth of the exact one, between nothing and all points', () => {
  fc.assert(
    fc.property(shares, earned => {
      const sum = sumOf(earned)
      const exact = earned.reduce((total, { share, points }) => total + (share.of / share.all) * points, 0)
      expect(Math.abs(sum - exact)).toBeLessThanOrEqual(0.5 + 1e-6)
      expect(sum).toBeGreaterThanOrEqual(0)
      expect(sum).toBeLessThanOrEqual(earned.reduce((total, { points }) => total + points, 0))
      expect(sumOf([...earned].reverse())).toBe(sum)
    }),
  )
})

test('any choice earns between nothing and everything, the right one alone everything', () => {
  const flags = fc.array(fc.boolean(), { minLength: 2, maxLength: 30 }).filter(each => each.includes(true))
  fc.assert(
    fc.property(flags, fc.array(fc.nat()), (correct, picks) => {
      const content = nameParts({
        kind: 'multiple',
        prompt,
        options: correct.map((each, index) => ({ text: `${index}`, correct: each })),
      }) as KindOf<'multiple'>
      const option_ids = [...new Set(picks.map(pick => content.options[pick % correct.length]!.id))]
      const answer = { kind: 'multiple' as const, option_ids }
      expect(fits(answer, content)).toBe(true)
      const { of, all } = shareOf({ content, all_or_nothing: false }, answer)!
      expect(of).toBeGreaterThanOrEqual(0)
      expect(of).toBeLessThanOrEqual(all)
      const right = new Set(content.options.filter(each => each.correct).map(({ id }) => id))
      const isRight = option_ids.length === right.size && option_ids.every(id => right.has(id))
      expect(of === all).toBe(isRight)
      expect(shareOf({ content, all_or_nothing: true }, answer)!.of).toBe(isRight ? 1 : 0)
    }),
  )
})
