// The share of a question's points that an answer earns, as an exact fraction. Points are rounded once, at their sum.
import type { Answer } from './answer-schema.ts'
import { isNear, readDecimal } from './decimal.ts'
import type { KindOf, QuestionContent } from './question-content.ts'

/** A fraction from 0 to 1. */
export interface Share {
  of: number
  all: number
}
const none: Share = { of: 0, all: 1 }
const full: Share = { of: 1, all: 1 }
const when = (right: boolean): Share => (right ? full : none)

/** A question with the rules of its points, in hundredths. */
export interface Scored {
  content: QuestionContent
  points: number
  all_or_nothing: boolean
}

/** The share that an answer earns; null for an open one, which a person reviews. */
export function shareOf(
  { content, all_or_nothing }: Omit<Scored, 'points'>,
  answer: Answer | null,
): Share | null {
  if (answer === null) return none
  const share = partOf(content, answer)
  return share && all_or_nothing ? when(share.of === share.all) : share
}

function partOf(content: QuestionContent, answer: Answer): Share | null {
  switch (content.kind) {
    case 'single':
      return when(
        answer.kind === 'single' &&
          content.options.some(({ id, correct }) => correct && id === answer.option_id),
      )
    case 'multiple':
      return answer.kind === 'multiple' ? chosen(content, answer.option_ids) : none
    case 'text':
      return when(answer.kind === 'text' && isAccepted(answer.text, content.accepted))
    case 'number':
      return when(answer.kind === 'number' && isRightNumber(answer.number, content))
    case 'match':
      return answer.kind === 'match' ? matched(content, answer.pairs) : none
    case 'cloze':
      return answer.kind === 'cloze' ? filled(content, answer.gaps) : none
    case 'order':
      return answer.kind === 'order' ? ordered(content, answer.item_ids) : none
    case 'open':
      return answer.kind === 'open' && answer.text.trim() !== '' ? null : none
  }
}

/** max(0, right − wrong) of all that are right. */
function chosen({ options }: KindOf<'multiple'>, ids: readonly string[]): Share {
  const right = new Set(options.filter(({ correct }) => correct).map(({ id }) => id))
  const hits = new Set(ids.filter(id => right.has(id))).size
  const misses = new Set(ids.filter(id => !right.has(id))).size
  return { of: Math.max(0, hits - misses), all: right.size }
}

function matched(
  { pairs }: KindOf<'match'>,
  pickedPairs: readonly { left_id: string; right_id: string }[],
): Share {
  const rightOf = new Map(pickedPairs.map(({ left_id, right_id }) => [left_id, right_id]))
  // Two right sides with one text are the same to whoever reads them.
  const textOf = new Map(pairs.map(({ right }) => [right.id, right.text]))
  const hits = pairs.filter(({ left, right }) => {
    const picked = rightOf.get(left.id)
    return picked !== undefined && (picked === right.id || textOf.get(picked) === right.text)
  })
  return { of: hits.length, all: pairs.length }
}

function filled({ gaps }: KindOf<'cloze'>, filledGaps: readonly { gap_id: string; text: string }[]): Share {
  const textOf = new Map(filledGaps.map(({ gap_id, text }) => [gap_id, text]))
  const hits = gaps.filter(({ id, accepted }) => isAccepted(textOf.get(id) ?? '', accepted))
  return { of: hits.length, all: gaps.length }
}

/** The neighbours that follow each other as they should. */
function ordered({ items }: KindOf<'order'>, ids: readonly string[]): Share {
  const next = new Map(items.slice(1).map(({ id }, index) => [items[index]!.id, id]))
  const hits = ids.slice(1).filter((id, index) => next.get(ids[index]!) === id)
  return { of: hits.length, all: items.length - 1 }
}

const isAccepted = (text: string, accepted: readonly string[]) =>
  accepted.some(each => plain(each) === plain(text))

/** A text without differences of letter case, spaces, and forms of Unicode. */
const plain = (text: string) =>
  text.normalize('NFKC').toLowerCase().normalize('NFKC').trim().replace(/\s+/g, ' ')

function isRightNumber(written: string, { value, tolerance }: KindOf<'number'>): boolean {
  const answer = readDecimal(written)
  if (!answer) return false
  const by = tolerance && { kind: tolerance.kind, by: readDecimal(tolerance.value)! }
  return isNear(answer, readDecimal(value)!, by)
}

/** Points of several questions, in hundredths, rounded half up once at their sum. */
export function sumOf(earned: readonly { share: Share; points: number }[]): number {
  const exact = earned.reduce<[bigint, bigint]>(
    ([units, all], { share, points }) => {
      const [part, of] = [BigInt(share.of) * BigInt(points), BigInt(share.all)]
      return [units * of + part * all, all * of]
    },
    [0n, 1n],
  )
  return halfUp(exact)
}

const halfUp = ([units, all]: [bigint, bigint]): number => Number((2n * units + all) / (2n * all))

/** The share in whole percent, rounded down: who has not reached the mark does not read that they have. */
export const percentOf = (score: number, most: number): number =>
  most === 0 ? 100 : Math.floor((score * 100) / most)

/** Whether a score reaches the mark. */
export const passes = (score: number, most: number, percent: number): boolean => score * 100 >= most * percent
