// What a question asks for, by its words alone: plain data, made in a thread. A question is written by anybody, and a word of
// it is compared with hundreds of phrases.
import type { Catalog, PlainTool } from '../catalog.ts'
import { type Change, readChange } from './changes.ts'
import { Lexicon } from './lexicon.ts'
import { type Reading, readQuestion } from './reading.ts'
import { both, languageOf, Words } from './tokens.ts'
import { readWhy, type WhyQuestion } from './why-question.ts'
import { fillers, intents, type Language, type Phrases } from './words/intents.ts'

/** Words of a question: nobody asks more at once, and all of them would have to be understood. */
const maxWords = 150

export interface QuestionInput {
  readonly question: string
  readonly now: Date
  /** The school's time zone; null while nobody needs it. */
  readonly zone: string | null
}

export type Understood = { readonly language: Language } & (
  | { readonly kind: 'help' | 'health' | 'tooLong' }
  /** It has a period: the zone of the school has to be known. */
  | { readonly kind: 'zone' }
  | { readonly kind: 'why'; readonly asked: WhyQuestion | null }
  | { readonly kind: 'change'; readonly change: Change }
  /** Objects by their ids; `isMore` where something else is asked about them. */
  | {
      readonly kind: 'objects'
      readonly ids: readonly string[]
      readonly isMore: boolean
      readonly words: string
    }
  | { readonly kind: 'doubt'; readonly words: string }
  | { readonly kind: 'list'; readonly read: Exclude<Reading, { kind: 'doubt' }> }
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

  #meaning({ question, now, zone }: QuestionInput): Meaning {
    const words = new Words(question)
    if (words.words.length > maxWords) return { kind: 'tooLong' }
    if (isOnly(question, intents.help)) return { kind: 'help' }
    if (isOnly(question, intents.health)) return { kind: 'health' }
    const ids = [...new Set(question.match(idForm) ?? [])]
    if (words.take(both(intents.why)) !== null) {
      const whyQuestion = readWhy(words, ids, this.#tools)
      return words.left.length
        ? { kind: 'doubt', words: words.left.join(' ') }
        : { kind: 'why', asked: whyQuestion }
    }
    const change = readChange(words, ids, this.#tools)
    if (change) return { kind: 'change', change }
    if (ids.length) {
      const more = ['count', 'sum', 'average', 'compare'] as const
      const isMore = more.some(intent => words.take(both(intents[intent])) !== null)
      return { kind: 'objects', ids, isMore, words: words.words.join(' ') }
    }
    if (zone === null && periodWords.test(question)) return { kind: 'zone' }
    const context = { tools: this.#tools, lexicon: this.#lexicon, now, zone: zone ?? 'UTC' }
    const read = readQuestion(words, context)
    return read.kind === 'doubt' ? read : { kind: 'list', read }
  }
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
