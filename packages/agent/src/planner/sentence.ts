// The readings of one sentence: with what its names may be, and without them. One that is understood as a whole is chosen;
// where several are, or none is, it is a doubt.
import type { Catalog, PlainTool } from '../catalog.ts'
import { takeCard } from './cards.ts'
import { type Change, readChange } from './changes.ts'
import { continued } from './follow-up.ts'
import type { Lexicon } from './lexicon.ts'
import { type Mention, mentionsIn } from './names/mentions.ts'
import type { NamesFound } from './names/name-lists.ts'
import { parseQuestion, type ReadingContext } from './parsing.ts'
import { questionOf, type Reading, readQuestion } from './reading.ts'
import { both, Words } from './tokens.ts'
import { intents } from './words/intents.ts'

export type Sentence =
  | { readonly kind: 'change'; readonly change: Change }
  | { readonly kind: 'card'; readonly id: string }
  | { readonly kind: 'several'; readonly name: string; readonly labels: readonly string[] }
  | {
      readonly kind: 'objects'
      readonly ids: readonly string[]
      readonly isMore: boolean
      readonly words: string
    }
  | { readonly kind: 'list'; readonly read: Reading }
type Question = Extract<Reading, { kind: 'question' }>

interface SentenceInput {
  readonly question: string
  readonly now: Date
  readonly school: { readonly zone: string; readonly currency: string | null } | null
  readonly names: NamesFound | null
}

export class SentenceReader {
  readonly #question: string
  readonly #ids: readonly string[]
  readonly #context: ReadingContext
  /** What the names may be; the last reading is that without any. */
  readonly mentions: readonly (readonly Mention[])[]

  constructor(
    { question, now, school, names }: SentenceInput,
    ids: readonly string[],
    tools: Catalog<PlainTool>,
    lexicon: Lexicon,
  ) {
    this.#question = question
    this.#ids = ids
    const { zone = 'UTC', currency = null } = school ?? {}
    this.#context = { tools, lexicon, now, zone, currency, isSearched: names !== null }
    const found = names
      ? mentionsIn(new Words(question), names, {
          isKnown: lexicon.isKnown,
          kindAt: (words, at, list, side) => lexicon.kindAt(words, at, list, side),
        })
      : []
    this.mentions = [...found, []]
  }

  /** The sentence with these names in it. */
  read(mentions: readonly Mention[]): Sentence {
    const { tools, lexicon } = this.#context
    const change = readChange(this.#words(mentions), { tools, lexicon, ids: this.#ids, mentions })
    if (change) return { kind: 'change', change }
    if (this.#ids.length) {
      const words = this.#words(mentions)
      const more = ['count', 'sum', 'average', 'compare'] as const
      const isMore = more.some(intent => words.take(both(intents[intent])) !== null)
      return { kind: 'objects', ids: this.#ids, isMore, words: words.words.join(' ') }
    }
    const read = readQuestion(this.#words(mentions), mentions, this.#context)
    if (read.kind === 'question' || read.kind === 'several') return { kind: 'list', read }
    const card = takeCard(this.#words(mentions), mentions, tools)
    const [object, ...others] = card?.objects ?? []
    if (!object) return { kind: 'list', read }
    if (others.length)
      return { kind: 'several', name: object.name, labels: card!.objects.map(({ label }) => label) }
    return { kind: 'card', id: object.id }
  }

  /** The earlier question with what this one says instead; null where it does not go on from it, or in several ways. */
  continuing(base: Question): Question | null {
    const found = this.mentions.flatMap(
      mentions => continued(this.#words(mentions), mentions, base, this.#context) ?? [],
    )
    const [first, ...others] = distinct(found)
    return first && others.length === 0 ? first : null
  }

  /** The two nearest questions that would be understood: without the words that are not. */
  nearest(): Question[] {
    const questions = this.mentions.flatMap(mentions => {
      const words = this.#words(mentions)
      const parsed = parseQuestion(words, mentions, this.#context)
      const unread = words.left.length
      for (const { at } of words.free()) words.takeSpan({ at, length: 1 })
      const read = questionOf(parsed, words, this.#context)
      return read.kind === 'question' ? [{ read, unread }] : []
    })
    const [first, second] = distinct(
      questions.sort((one, other) => one.unread - other.unread).map(({ read }) => read),
    )
    if (!first) return []
    return [first, second ?? otherAim(first)]
  }

  /** The words, with those of the names taken, and those for their kinds beside them. */
  #words(mentions: readonly Mention[]): Words {
    const words = new Words(this.#question)
    const { lexicon } = this.#context
    for (const mention of mentions) words.takeSpan(mention)
    for (const { at, length, list } of mentions) {
      const link = words.lengthBefore(at, links)
      const before = lexicon.kindAt(words, at - link, list, 'before')
      if (before) words.takeSpan({ at: at - link - before, length: before + link })
      else {
        const behind = lexicon.kindAt(words, at + length, list, 'from')
        if (behind) words.takeSpan({ at: at + length, length: behind })
      }
    }
    return words
  }
}

/** Between the word for a thing and what it is called. */
const links = ['called', 'named', 'on', 'about', 'под названием', 'с названием', 'про', 'по', 'о', 'об']

/** The same list, counted where it was shown, and shown where it was counted. */
const otherAim = (read: Question): Question => {
  const aim = read.question.aim === null ? 'count' : null
  const { tool } = read.question
  const isFlat = !read.question.rank && tool.operation.list !== undefined
  return isFlat
    ? { ...read, question: { ...read.question, aim, order: null, number: null, intent: aim ?? 'list' } }
    : read
}

/** Whether a sentence is understood as a whole. */
export function isUnderstood(sentence: Sentence): boolean {
  if (sentence.kind === 'change') return !['unknown', 'doubt'].includes(sentence.change.kind)
  return sentence.kind !== 'list' || sentence.read.kind === 'question'
}

/** The reading of a sentence; a doubt where it has several. */
export function chooseReading(reader: SentenceReader): Sentence {
  const plain = reader.read([])
  const withNames = reader.mentions
    .filter(mentions => mentions.length > 0)
    .map(mentions => ({ sentence: reader.read(mentions), isSure: mentions.every(each => each.isSure) }))
    .filter(({ sentence }) => isUnderstood(sentence) || isSeveral(sentence))
  const isPlain = isUnderstood(plain) && !restsOnName(plain)
  const candidates = distinct(
    (isPlain ? withNames.filter(({ isSure }) => isSure) : withNames).map(({ sentence }) => sentence),
  )
  const [first, ...others] = candidates
  if (!first) return plain
  if (others.length === 0) return first
  return { kind: 'list', read: { kind: 'doubt', words: '' } }
}

const isSeveral = (sentence: Sentence): boolean =>
  sentence.kind === 'several' || (sentence.kind === 'list' && sentence.read.kind === 'several')

/** Whether it was read by a name that has to be looked up yet. */
const restsOnName = (sentence: Sentence): boolean =>
  sentence.kind === 'list' &&
  sentence.read.kind === 'question' &&
  (sentence.read.mentioned.person !== null || (sentence.read.mentioned.container?.name ?? null) !== null)

const distinct = <T>(items: readonly T[]): T[] => {
  const seen = new Map(items.map(item => [JSON.stringify(item), item]))
  return [...seen.values()]
}
