// What a question asks for, by its words and by the names that were found for it: plain data, made in a thread. A question is
// written by anybody, and a word of it is compared with hundreds of phrases.
import type { Catalog, PlainTool } from '../catalog.ts'
import type { Change } from './changes.ts'
import { type EarlierTurn, isContinuing } from './follow-up.ts'
import { Lexicon } from './lexicon.ts'
import { type MetricQuestion, readMetric } from './metric-question.ts'
import { type NamesFound, wordsForNames } from './names/name-lists.ts'
import type { Reading } from './reading.ts'
import { chooseReading, isUnderstood, type Sentence, SentenceReader } from './sentence.ts'
import { both, languageOf, Words } from './tokens.ts'
import { operationFor } from './verbs.ts'
import { readWhy, type WhyQuestion } from './why-question.ts'
import { choiceWords, fillers, intents, type Language, type Phrases } from './words/intents.ts'

/** Words of a question: nobody asks more at once, and all of them would have to be understood. */
const maxWords = 150

export interface QuestionInput {
  readonly question: string
  readonly now: Date
  /** What the school has set for all its areas; null while nobody needs it. */
  readonly school: { readonly zone: string; readonly currency: string | null } | null
  /** What was found by the names of the question; null while nobody needs it. */
  readonly names: NamesFound | null
  /** What was asked and answered before, the last first. */
  readonly earlier?: readonly EarlierTurn[]
}

type Question = Extract<Reading, { kind: 'question' }>

export type Understood = { readonly language: Language } & (
  | { readonly kind: 'help' | 'health' | 'tooLong' }
  /** It has a period or an amount, or names that have to be searched for: `runs` are words that stand together. */
  | { readonly kind: 'needs'; readonly school: boolean; readonly runs: readonly (readonly string[])[] | null }
  | { readonly kind: 'why'; readonly asked: WhyQuestion | null }
  | { readonly kind: 'metric'; readonly asked: MetricQuestion }
  | { readonly kind: 'change'; readonly change: Change }
  /** One object, as a whole. */
  | { readonly kind: 'card'; readonly id: string }
  | { readonly kind: 'several'; readonly name: string; readonly labels: readonly string[] }
  /** Objects by their ids; `isMore` where something else is asked about them. */
  | {
      readonly kind: 'objects'
      readonly ids: readonly string[]
      readonly isMore: boolean
      readonly words: string
    }
  /** Words that are not understood, and the nearest questions that would be. */
  | { readonly kind: 'doubt'; readonly words: string; readonly choices: readonly Question[] }
  | { readonly kind: 'list'; readonly read: Exclude<Reading, { kind: 'doubt' | 'several' }> }
)

type Meaning = Understood extends infer U ? (U extends Understood ? Omit<U, 'language'> : never) : never

const idForm = /\b[a-z]{3}_[0-9a-z]{26}\b/g

/** Understands questions about the lists of a catalog. */
export class Understanding {
  readonly #tools: Catalog<PlainTool>
  readonly #lexicon: Lexicon

  constructor(tools: Catalog<PlainTool>) {
    this.#tools = tools
    this.#lexicon = new Lexicon(tools)
  }

  of(input: QuestionInput): Understood {
    return { language: languageOf(input.question), ...this.#meaning(input) } as Understood
  }

  #meaning(input: QuestionInput): Meaning {
    const { question, school, names } = input
    const words = new Words(question)
    if (words.words.length > maxWords) return { kind: 'tooLong' }
    if (isOnly(question, intents.help)) return { kind: 'help' }
    if (isOnly(question, intents.health)) return { kind: 'health' }
    const metricQuestion = readMetric(question, { now: input.now, zone: school?.zone ?? null })
    if (metricQuestion)
      return metricQuestion.period && !school
        ? { kind: 'needs', school: true, runs: null }
        : { kind: 'metric', asked: metricQuestion }
    const ids = [...new Set(question.match(idForm) ?? [])]
    if (words.take(both(intents.why)) !== null) {
      const whyQuestion = readWhy(words, ids, this.#tools)
      return words.left.length
        ? { kind: 'doubt', words: words.left.join(' '), choices: [] }
        : { kind: 'why', asked: whyQuestion }
    }
    const reader = new SentenceReader(input, ids, this.#tools, this.#lexicon)
    const sentence = this.#inDialogue(chooseReading(reader), reader, words, input)
    const [last] = input.earlier ?? []
    const texts = isContinuing(words) || choiceOf(words) !== null ? `${question} ${last?.question}` : question
    const needsSchool = school === null && (periodWords.test(texts) || /\d/.test(texts))
    if (
      names === null &&
      ids.length === 0 &&
      (!isComplete(sentence) || (hasMarks(words) && !isSearch(sentence)))
    )
      return { kind: 'needs', school: needsSchool, runs: this.#runsOf(words, input) }
    if (needsSchool && sentence.kind === 'list') return { kind: 'needs', school: true, runs: null }
    return meaningOf(sentence, reader)
  }

  /** What a sentence means after those before it: a choice, a change of what was shown, a question that goes on. */
  #inDialogue(sentence: Sentence, reader: SentenceReader, words: Words, input: QuestionInput): Sentence {
    const [last, ...before] = input.earlier ?? []
    if (sentence.kind === 'change' && sentence.change.kind === 'it')
      return { kind: 'change', change: this.#ofShown(sentence.change.verb, last?.ids ?? []) }
    const choice = choiceOf(words)
    const goesOn = sentence.kind !== 'change' && isContinuing(words)
    if (!last || (isUnderstood(sentence) && !goesOn)) return sentence
    const earlierInput = { ...input, question: last.question, earlier: before.slice(0, maxEarlier) }
    const earlierReader = new SentenceReader(earlierInput, [], this.#tools, this.#lexicon)
    if (choice !== null) {
      const read = earlierReader.nearest()[choice]
      return read ? { kind: 'list', read } : sentence
    }
    if (!goesOn) return sentence
    const base = this.#inDialogue(
      chooseReading(earlierReader),
      earlierReader,
      new Words(last.question),
      earlierInput,
    )
    const read = base.kind === 'list' && base.read.kind === 'question' ? reader.continuing(base.read) : null
    return read ? { kind: 'list', read } : sentence
  }

  /** A verb with the only object of those shown that it can be done with. */
  #ofShown(verb: string, ids: readonly string[]): Change {
    const fitting = ids.flatMap(id => {
      const tool = operationFor(verb, id, this.#tools)
      return tool ? [{ id, tool: tool.name }] : []
    })
    const [only, ...others] = fitting
    if (!only) return { kind: 'unknown' }
    if (others.length) return { kind: 'several', name: verb, labels: fitting.map(({ id }) => id).slice(0, 5) }
    return { kind: 'operation', verb, ...only }
  }

  /** The words that may be names: of the question, and of the one that it goes on from. */
  #runsOf(words: Words, { earlier = [] }: QuestionInput): string[][] {
    const goesOn = isContinuing(words) || choiceOf(words) !== null
    const texts = goesOn ? earlier.slice(0, maxEarlier).map(({ question }) => new Words(question)) : []
    return [words, ...texts].flatMap(each => wordsForNames(each, this.#lexicon.isKnown))
  }
}

/** Whether it searches by the words of a name anyway. */
const isSearch = (sentence: Sentence): boolean =>
  sentence.kind === 'list' &&
  sentence.read.kind === 'question' &&
  sentence.read.question.filters.q !== undefined

/** Whether words are written as names are: in quotes, or with a capital letter. */
const hasMarks = (words: Words): boolean =>
  words.words.some(
    (word, at) =>
      words.isQuoted({ at, length: 1 }) ||
      (at > 0 && words.isCapital(at) && word !== 'i' && !periodWords.test(word)),
  )

/** Which of two choices words name, and nothing else; null for none. */
function choiceOf(words: Words): number | null {
  const at = choiceWords.findIndex(phrases => words.lengthFrom(0, phrases) === words.words.length)
  return at < 0 || words.words.length === 0 ? null : at
}

/** Earlier questions that are read for one: a question may go on from one that went on itself. */
const maxEarlier = 3

/** Whether a sentence is understood without a search for names. */
function isComplete(sentence: Sentence): boolean {
  if (!isUnderstood(sentence)) return false
  if (sentence.kind !== 'list' || sentence.read.kind !== 'question') return true
  const { person, container } = sentence.read.mentioned
  return (person === null || person.includes('@')) && (container === null || container.name === null)
}

function meaningOf(sentence: Sentence, reader: SentenceReader): Meaning {
  if (sentence.kind !== 'list') return sentence
  const { read } = sentence
  if (read.kind === 'doubt') return { ...read, choices: reader.nearest() }
  return read.kind === 'several' ? read : { kind: 'list', read }
}

/** Whether the question is this, and nothing more. */
function isOnly(question: string, phrases: Phrases): boolean {
  const words = new Words(question)
  if (words.take(both(phrases)) === null) return false
  words.takeAll(both(fillers))
  return words.left.length === 0
}

const periodWords =
  /day|tomorrow|week|month|quarter|year|20\d\d|january|february|march|april|may|june|july|august|september|october|november|december|сегодня|завтра|вчера|недел|месяц|квартал|год|сут|дн|январ|феврал|март|апрел|ма[йяе]|июн|июл|август|сентябр|октябр|ноябр|декабр/i
