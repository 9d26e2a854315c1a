// The words that have a meaning in some question: all others may be names.
import { amountEnds, amountLimits, amountRanges, currencies, thousands } from './words/amounts.ts'
import { cardFillers, cardWords } from './words/cards.ts'
import { otherVerbs, verbs } from './words/changes.ts'
import {
  fillers,
  fresh,
  intents,
  making,
  moreThan,
  type Phrases,
  personNouns,
  superlatives,
  who,
} from './words/intents.ts'
import { kindWords } from './words/nouns.ts'
import { months, periodPhrases, quarters, rangeWords } from './words/periods.ts'
import { properties, states } from './words/states.ts'
import { topics, whyFillers } from './words/why.ts'

const tables: readonly Phrases[] = [
  ...Object.values(intents),
  ...Object.values(states),
  ...properties,
  ...Object.values(verbs),
  ...moreThan.flat(),
  ...cardWords,
  ...Object.values(topics),
  ...[fillers, fresh, making, personNouns, superlatives, who, otherVerbs, cardFillers, whyFillers],
]
const lists: readonly (readonly string[])[] = [
  ...[...months, ...quarters, periodPhrases, thousands, rangeWords.before, rangeWords.between],
  ...[...amountLimits, ...amountEnds, ...currencies].map(({ phrases }) => phrases),
  ...[amountRanges.before, amountRanges.between],
  ...Object.values(kindWords),
]

export class Vocabulary {
  readonly #words = new Set<string>()
  readonly #beginnings: string[] = []
  readonly #isKnownByWord = new Map<string, boolean>()

  /** The words of all tables, and these phrases. */
  constructor(phrases: readonly string[]) {
    const all = [...tables.flatMap(({ en, ru }) => [...en, ...ru]), ...lists.flat(), ...phrases]
    for (const word of new Set(all.flatMap(phrase => phrase.split(' ')))) {
      const [begin = '', ...rest] = word.split('*')
      if (rest.length === 0) this.#words.add(word)
      else if (begin.length > 1) this.#beginnings.push(begin)
    }
    for (const state of Object.keys(states)) for (const word of state.split('_')) this.#words.add(word)
  }

  has(word: string): boolean {
    const cached = this.#isKnownByWord.get(word)
    if (cached !== undefined) return cached
    // A long ending is another word.
    const isKnown =
      this.#words.has(word) ||
      this.#beginnings.some(begin => word.startsWith(begin) && word.length - begin.length <= 5)
    if (this.#isKnownByWord.size < maxRemembered) this.#isKnownByWord.set(word, isKnown)
    return isKnown
  }
}
const maxRemembered = 20_000
