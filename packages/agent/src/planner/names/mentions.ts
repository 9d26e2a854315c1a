// Where a question names something that the school has: each name at its place in the sentence, with what it may be.
import { type Words, wordsOfName } from '../tokens.ts'
import type { NamedObject, NamesFound } from './name-lists.ts'
import { likeness } from './word-forms.ts'

/** A place of a question with the objects of one list that it may name. */
export interface Mention {
  readonly at: number
  readonly length: number
  readonly list: string
  readonly objects: readonly NamedObject[]
  /** Whether no word of the language could stand there: it is quoted, of several words, or beside the word for its kind. */
  readonly isSure: boolean
}

export interface MentionContext {
  /** Whether a word has a meaning of its own. */
  readonly isKnown: (word: string) => boolean
  /** The length of the word for objects of a list that begins at a place, or ends there. */
  readonly kindAt: (words: Words, at: number, list: string, side: 'from' | 'before') => number
}

interface Match {
  readonly at: number
  readonly length: number
  readonly object: NamedObject
  /** All of the name is there. */
  readonly isFull: boolean
  readonly isExact: boolean
  readonly isBesideKind: boolean
}

/** Readings of one question. */
const maxReadings = 8
const longestName = 8
/** Letters at the beginning of two words that are forms of one. */
const shortest = 3

/** What the words may name, as readings: each is a set of places that do not overlap. The first is the likeliest. */
export function mentionsIn(words: Words, names: NamesFound, context: MentionContext): Mention[][] {
  const partial = new Set(names.partial)
  const beginnings = new Set(words.words.map(word => word.slice(0, shortest)))
  const begins = new RegExp(`(?:^|[^\\p{L}\\p{N}])(?:${[...beginnings].map(escaped).join('|')})`, 'iu')
  const kinds = remembering(context.kindAt, words)
  const matches = names.objects
    .filter(({ name }) => begins.test(name))
    .flatMap(object => matchesOf(words, object, { ...context, kindAt: kinds }))
    .filter(match => match.isFull || !partial.has(match.object.list))
  const places = groupBy(longest(matches), ({ at, length }) => `${at} ${length}`).map(each => best(each))
  let readings: Mention[][] = [[]]
  for (const place of places) {
    const choices = groupBy(place, ({ object }) => object.list).map(sameList => mentionOf(sameList, words))
    readings = readings.flatMap(reading =>
      reading.some(each => overlap(each, choices[0]!))
        ? [reading]
        : choices.map(choice => [...reading, choice]),
    )
    if (readings.length > maxReadings) readings = readings.slice(0, maxReadings)
  }
  return readings.filter(reading => reading.length > 0)
}

function mentionOf(matches: readonly Match[], words: Words): Mention {
  const [{ at, length, object, isBesideKind }] = matches as [Match]
  const isSure =
    isBesideKind || words.isQuoted({ at, length }) || (length > 1 && matches.every(each => each.isFull))
  return { at, length, list: object.list, objects: matches.map(match => match.object), isSure }
}

/** Every longest place where words of the name follow each other; a person's may stand the other way round. */
function matchesOf(words: Words, object: NamedObject, context: MentionContext): Match[] {
  const isPerson = object.list === 'users.list'
  const nameWords = wordsOfName(object.name).slice(0, longestName)
  const orders = isPerson && nameWords.length === 2 ? [nameWords, [...nameWords].reverse()] : [nameWords]
  const found: Match[] = []
  for (const order of orders)
    for (let at = 0; at < words.words.length; at++)
      for (let first = 0; first < order.length; first++) {
        let length = 0
        let isExact = true
        while (first + length < order.length && at + length < words.words.length) {
          const like = likeness(words.words[at + length]!, order[first + length]!, isPerson)
          if (like === 0) break
          isExact &&= like === 2
          length++
        }
        const isFull = length > 0 && length === order.length
        const isBesideKind =
          length > 0 &&
          context.kindAt(words, at, object.list, 'before') +
            context.kindAt(words, at + length, object.list, 'from') >
            0
        const match = { at, length, object, isFull, isExact, isBesideKind }
        if (length > 0 && isName(words, match, context)) found.push(match)
      }
  return found
}

/** Whether words are a name, and not words of the question that happen to be in one. */
function isName(
  words: Words,
  { at, length, isFull, isBesideKind }: Match,
  { isKnown }: MentionContext,
): boolean {
  const places = Array.from({ length }, (_, index) => at + index)
  const isLong = places.some(place => words.words[place]!.length > 2 || isFull)
  const isUnknown = places.some(place => !isKnown(words.words[place]!) && !/^\d+$/.test(words.words[place]!))
  const isMarked = words.isQuoted({ at, length }) || places.some(place => place > 0 && words.isCapital(place))
  return isLong && (isUnknown || (isFull && (isMarked || isBesideKind)))
}

/** `е` also stands for `ё`, and every sign for itself. */
const escaped = (text: string): string =>
  text.replace(/[^\p{L}\p{N}]/gu, sign => `\\u{${sign.codePointAt(0)!.toString(16)}}`).replaceAll('е', '[её]')

/** The words for kinds at the places of one question, each looked for once. */
function remembering(kindAt: MentionContext['kindAt'], ofWords: Words): MentionContext['kindAt'] {
  const lengths = new Map<string, number>()
  return (_, at, list, side) => {
    const key = `${at} ${list} ${side}`
    const length = lengths.get(key) ?? kindAt(ofWords, at, list, side)
    lengths.set(key, length)
    return length
  }
}

const overlap = (one: { at: number; length: number }, other: { at: number; length: number }) =>
  one.at < other.at + other.length && other.at < one.at + one.length

/** Those that are not within a longer one. */
const longest = (matches: readonly Match[]): Match[] =>
  matches.filter(match => !matches.some(other => other.length > match.length && overlap(match, other)))

/** Of the objects at one place: those beside the word for their kind, called so in full, and in this very form. */
function best(matches: readonly Match[]): Match[] {
  const rank = ({ isBesideKind, isFull, isExact }: Match) =>
    Number(isBesideKind) * 4 + Number(isFull) * 2 + Number(isExact)
  const most = Math.max(...matches.map(rank))
  const ids = new Set<string>()
  return matches.filter(match => {
    if (rank(match) !== most || ids.has(match.object.id)) return false
    ids.add(match.object.id)
    return true
  })
}

function groupBy<T>(items: readonly T[], key: (item: T) => string): T[][] {
  const groups = new Map<string, T[]>()
  for (const item of items) groups.set(key(item), [...(groups.get(key(item)) ?? []), item])
  return [...groups.values()]
}
