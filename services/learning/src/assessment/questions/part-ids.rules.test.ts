import { Refused } from '@lms/contract'
import fc from 'fast-check'
import { nameParts, withFormerIds } from './part-ids.rules.ts'
import { type KindOf, QuestionChange, type QuestionContent } from './question-content.ts'
import { shareOf } from './scoring.rules.ts'
import { keyOf } from './student-question.ts'

const prompt = 'Which?'
const order = (...items: string[]) => nameParts({ kind: 'order', prompt, items }) as KindOf<'order'>
const reasonOf = (change: () => unknown) => {
  try {
    return change()
  } catch (error) {
    return error instanceof Refused ? error.refusal.reason : String(error)
  }
}

test('whoever answered the corrected order earns all of it', () => {
  const before = order('one', 'two', 'three')
  const [one, two, three] = before.items.map(({ id }) => id)
  const next = withFormerIds({ kind: 'order', prompt, items: ['two', 'one', 'three'] }, before)
  expect(next).toMatchObject({ items: [{ id: two, text: 'two' }, { id: one }, { id: three }] })
  const answer = { kind: 'order' as const, item_ids: [two!, one!, three!] }
  expect(shareOf({ content: next, all_or_nothing: true }, answer)).toEqual({ of: 1, all: 1 })
})

test('a corrected pair takes its right side along, also one that was another pair’s or nobody’s', () => {
  const pairs = [
    { left: 'sky', right: 'yellow' },
    { left: 'sun', right: 'blue' },
    { left: 'sea', right: 'green' },
  ]
  const before = nameParts({ kind: 'match', prompt, pairs, others: ['turquoise'] }) as KindOf<'match'>
  const [sky, sun, sea] = before.pairs
  const corrected = [
    { left: 'sun', right: 'yellow' },
    { left: 'sky', right: 'blue' },
    { left: 'sea', right: 'turquoise' },
  ]
  expect(withFormerIds({ kind: 'match', prompt, pairs: corrected, others: ['green'] }, before)).toEqual({
    ...before,
    pairs: [
      { left: sun!.left, right: sky!.right },
      { left: sky!.left, right: sun!.right },
      { left: sea!.left, right: before.others[0] },
    ],
    others: [sea!.right],
  })
})

test('a gap is where it stands in its text, or has its id', () => {
  const gaps = [{ accepted: ['a'] }, { accepted: ['b'] }]
  const before = nameParts({ kind: 'cloze', prompt, text: 'First {1}, then {2}.', gaps }) as KindOf<'cloze'>
  const [first, second] = before.gaps.map(({ id }) => id)
  const renumbered = { kind: 'cloze' as const, prompt, text: 'First {2}, then {1}.', gaps }
  expect(withFormerIds(renumbered, before)).toMatchObject({ gaps: [{ id: second }, { id: first }] })
  const other = { ...renumbered, text: 'Then {2}, first {1}.' }
  expect(reasonOf(() => withFormerIds(other, before))).toBe('question_parts_unknown')
  const named = {
    ...other,
    gaps: [
      { id: first, accepted: ['c'] },
      { id: second, accepted: ['d'] },
    ],
  }
  expect(withFormerIds(named, before)).toMatchObject({ gaps: named.gaps })
})

test.each([
  ['a new text without an id', ['a', 'c'], 'question_parts_unknown'],
  ['another number of parts', ['a', 'b', 'c'], 'question_regrade_differs'],
  ['two alike', ['a', 'a'], 'question_parts_unknown'],
])('%s is refused', (_, items, reason) => {
  expect(reasonOf(() => withFormerIds({ kind: 'order', prompt, items }, order('a', 'b')))).toBe(reason)
})

test('another kind is refused, and ids that are not there or twice', () => {
  const before = order('a', 'b')
  const id = before.items[0]!.id
  const send = (...items: { id: string; text: string }[]) =>
    reasonOf(() => withFormerIds({ kind: 'order', prompt, items }, before))
  expect(reasonOf(() => withFormerIds({ kind: 'open', prompt, guidance: '' }, before))).toBe(
    'question_regrade_differs',
  )
  expect(send({ id, text: 'a' }, { id, text: 'b' })).toBe('question_parts_unknown')
  expect(send({ id, text: 'a' }, { id: 'aaaaaaaaaaaa', text: 'b' })).toBe('question_parts_unknown')
})

test('names are new in each version, also where the former ones are sent back', () => {
  const before = order('a', 'b')
  const ids = ({ items }: KindOf<'order'>) => items.map(({ id }) => id)
  const sentBack = nameParts(QuestionChange.parse(before)) as KindOf<'order'>
  expect(ids(sentBack).filter(id => ids(before).includes(id))).toEqual([])
  expect(withFormerIds(QuestionChange.parse(before), before)).toEqual(before)
})

const words = fc.constantFrom('a', 'b', 'c', 'd', 'e')
const several = fc.array(words, { minLength: 2, maxLength: 5 })
const content = fc.oneof(
  several.map(items => nameParts({ kind: 'order', prompt, items })),
  several.map(texts =>
    nameParts({ kind: 'multiple', prompt, options: texts.map(text => ({ text, correct: true })) }),
  ),
  fc
    .tuple(
      fc.array(fc.tuple(words, words), { minLength: 2, maxLength: 4 }),
      fc.array(words, { maxLength: 2 }),
    )
    .map(([pairs, others]) =>
      nameParts({ kind: 'match', prompt, others, pairs: pairs.map(([left, right]) => ({ left, right })) }),
    ),
)
type Part = { id: string; text: string }
const partsOf = (of: QuestionContent): Part[] => {
  if (of.kind === 'order') return of.items
  if (of.kind === 'multiple') return of.options
  return of.kind === 'match' ? [...of.pairs.flatMap(({ left, right }) => [left, right]), ...of.others] : []
}
/** A content in which parts change places, lose their ids, and get other words. */
const editOf = (before: QuestionContent) =>
  fc
    .record({ seed: fc.array(fc.nat(), { minLength: 20, maxLength: 20 }), rate: fc.nat(4) })
    .map(({ seed, rate }) => {
      let turn = 0
      const next = () => seed[turn++ % seed.length]!
      const shuffle = <T>(list: readonly T[]): T[] => list.toSorted(() => (next() % 2 ? 1 : -1))
      const edit = <T extends Part>({ id, ...rest }: T) => ({
        ...rest,
        ...(next() % 3 ? {} : { id }),
        text: next() % 5 < rate ? rest.text : 'abcdef'[next() % 6]!,
      })
      if (before.kind === 'order') return { ...before, items: shuffle(before.items).map(edit) }
      if (before.kind === 'multiple') return { ...before, options: shuffle(before.options).map(edit) }
      const { pairs, others } = before as KindOf<'match'>
      const rights = shuffle([...pairs.map(({ right }) => right), ...others]).map(edit)
      return {
        ...before,
        pairs: shuffle(pairs).map(({ left }, index) => ({ left: edit(left), right: rights[index]! })),
        others: rights.slice(pairs.length),
      }
    })

test('after any edit each part has the words that it had, or new ones that were sent with its id, or it is refused', () => {
  fc.assert(
    fc.property(
      content.chain(before => fc.tuple(fc.constant(before), editOf(before))),
      ([before, edit]) => {
        const input = QuestionChange.parse(edit)
        const next = reasonOf(() => withFormerIds(input, before)) as QuestionContent | string
        if (typeof next === 'string') return expect(next).toBe('question_parts_unknown')
        const sent = partsOf(input as QuestionContent)
        const then = new Map(partsOf(before).map(({ id, text }) => [id, text]))
        expect(new Set(partsOf(next).map(({ id }) => id))).toEqual(new Set(then.keys()))
        partsOf(next).forEach(({ id, text }, index) => {
          expect(text).toBe(sent[index]!.text)
          if (sent[index]!.id === undefined) expect(text).toBe(then.get(id))
          else expect(id).toBe(sent[index]!.id)
        })
        expect(keyOf(next)?.kind).toBe(keyOf(before)?.kind)
      },
    ),
    { numRuns: 2000 },
  )
})
