// A question as words, each of which is taken by what understands it. A word that nothing takes is a doubt.
import type { Language, Phrases } from './words/intents.ts'

/** Words of a question that belong together. */
export interface Span {
  readonly at: number
  readonly length: number
}

/** A text as words, which many readings of it share; `places` are those that a part of a phrase fits. */
interface Layout {
  readonly words: readonly string[]
  readonly spelled: readonly string[]
  readonly quotes: readonly Span[]
  readonly places: Map<string, readonly number[]>
}

/** Of the last few texts: a question is read many times, with one name and with another. */
const layouts = new Map<string, Layout>()
const maxLayouts = 4

function layoutOf(text: string): Layout {
  const cachedLayout = layouts.get(text)
  if (cachedLayout) return cachedLayout
  const signs = wordsIn(spelledOut(text))
  const spelled = signs.filter(sign => sign !== opening && sign !== closing)
  const words = spelled.map(plainWord)
  const layout = { words, spelled, quotes: quotesIn(signs), places: new Map<string, readonly number[]>() }
  layouts.set(text, layout)
  if (layouts.size > maxLayouts) layouts.delete(layouts.keys().next().value!)
  return layout
}

const wordsIn = (text: string): string[] =>
  text
    .split(/[^\p{L}\p{N}@._+\u{e000}\u{e001}-]+/u)
    .map(word => word.replace(/^[.-]+|[.-]+$/g, ''))
    .filter(Boolean)
const plainWord = (word: string): string => inDigits(word.toLowerCase().replaceAll('ё', 'е'))

/** The words of a name as those of a question are compared. */
export const wordsOfName = (name: string): string[] =>
  wordsIn(/[^\x20-\x7e\u0400-\u04ff]/.test(name) ? name.normalize('NFKC') : name).map(plainWord)

export class Words {
  readonly words: readonly string[]
  readonly #layout: Layout
  readonly #spelled: readonly string[]
  readonly #takenFlags: boolean[]
  readonly #quotes: readonly Span[]

  constructor(text: string) {
    this.#layout = layoutOf(text)
    const { words, spelled, quotes } = this.#layout
    this.words = words
    this.#spelled = spelled
    this.#quotes = quotes
    this.#takenFlags = words.map(() => false)
  }

  /** The first free place of the longest of these phrases that is found, outside of a span; null without one. */
  find(phrases: readonly string[], outside: Span | null = null): Span | null {
    for (const parts of partsOf(phrases)) {
      for (const at of this.#placesOf(parts[0]!)) {
        if (outside && at < outside.at + outside.length && at + parts.length > outside.at) continue
        if (parts.every((part, index) => this.#fits(at + index, part))) return { at, length: parts.length }
      }
    }
    return null
  }

  /** Whether all of a place is in quotes. */
  isQuoted({ at, length }: Span): boolean {
    return this.#quotes.some(quote => quote.at <= at && at + length <= quote.at + quote.length)
  }

  /** Whether the word at a place is written with a capital letter. */
  isCapital(at: number): boolean {
    return /^\p{Lu}/u.test(this.#spelled[at] ?? '')
  }

  /** The length of the longest of these phrases that ends right before a place; 0 without one. */
  lengthBefore(at: number, phrases: readonly string[]): number {
    for (const parts of partsOf(phrases)) {
      const first = at - parts.length
      if (first >= 0 && parts.every((part, index) => this.#fits(first + index, part))) return parts.length
    }
    return 0
  }

  /** The length of the longest of these phrases that begins at a place; 0 without one. */
  lengthFrom(at: number, phrases: readonly string[]): number {
    for (const parts of partsOf(phrases))
      if (parts.every((part, index) => this.#fits(at + index, part))) return parts.length
    return 0
  }

  takeSpan({ at, length }: Span): void {
    for (let index = at; index < at + length; index++) this.#takenFlags[index] = true
  }

  isTaken(at: number): boolean {
    return this.#takenFlags[at] ?? false
  }

  /** The free words from a place on, without a gap. */
  freeFrom(at: number): Span {
    let length = 0
    while (at + length < this.words.length && !this.#takenFlags[at + length]) length++
    return { at, length }
  }

  /** A span without those of these words that it ends with. */
  withoutEnd({ at, length }: Span, phrases: readonly string[]): Span {
    let remaining = length
    while (remaining > 0 && this.fitsAt(at + remaining - 1, phrases)) remaining--
    return { at, length: remaining }
  }

  /** The free words before a place, without a gap, from behind the last of these. */
  freeBefore(at: number, phrases: readonly string[]): Span {
    let first = at
    while (first > 0 && !this.#takenFlags[first - 1] && !this.fitsAt(first - 1, phrases)) first--
    return { at: first, length: at - first }
  }

  /** The span as it was written. */
  written({ at, length }: Span): string {
    return this.#spelled.slice(at, at + length).join(' ')
  }

  /** Whether the word at a place is one of these. */
  fitsAt(at: number, phrases: readonly string[]): boolean {
    return at >= 0 && at < this.words.length && phrases.some(phrase => fits(this.words[at]!, phrase))
  }

  /** Whether the word at a place is free, and one of these. */
  isFreeAt(at: number, phrases: readonly string[]): boolean {
    return this.fitsAt(at, phrases) && !this.#takenFlags[at]
  }

  /**
   * The free words, if they are one name: next to each other, each with a capital letter where that is asked for, and
   * not behind a word of place: `orders from Berlin`.
   */
  takeName({
    capitals,
    isKnown = null,
  }: {
    capitals: boolean
    isKnown?: ((word: string) => boolean) | null
  }): string | null {
    const at = this.#takenFlags.indexOf(false)
    if (at < 0) return null
    const span = this.freeFrom(at)
    const isName =
      span.length === this.left.length &&
      span.length <= maxOfName &&
      // A sentence begins with a capital letter, and is no name for that.
      (!capitals || at > 0 || span.length > 1) &&
      !(isKnown && this.words.slice(at, at + span.length).some(isKnown)) &&
      !prepositions.includes(this.words[at - 1] ?? '') &&
      this.#spelled.slice(at, at + span.length).every(word => (capitals ? /^\p{Lu}/u : /^\p{L}/u).test(word))
    if (!isName) return null
    this.takeSpan(span)
    return this.written(span)
  }

  /** The places that nothing has taken. */
  free(): Span[] {
    return this.words.flatMap((_, at) => (this.#takenFlags[at] ? [] : [{ at, length: 1 }]))
  }

  /** Takes the first free place of one of these phrases, longer ones first; the place, or null. */
  take(phrases: readonly string[]): number | null {
    const span = this.find(phrases)
    if (span) this.takeSpan(span)
    return span?.at ?? null
  }

  /** Takes every place of these phrases. */
  takeAll(phrases: readonly string[]): void {
    while (this.take(phrases) !== null);
  }

  /** Takes a word by its form, and gives its parts. */
  takeMatch(form: RegExp): RegExpExecArray | null {
    for (const [at, word] of this.words.entries()) {
      const match = this.#takenFlags[at] ? null : form.exec(word)
      if (!match) continue
      this.#takenFlags[at] = true
      return match
    }
    return null
  }

  /** The words that nothing has taken. */
  get left(): string[] {
    return this.words.filter((_, at) => !this.#takenFlags[at])
  }

  #placesOf(part: string): readonly number[] {
    const { places, words } = this.#layout
    const cachedPlaces = places.get(part)
    if (cachedPlaces) return cachedPlaces
    const fittingPlaces = words.flatMap((word, at) => (fits(word, part) ? [at] : []))
    places.set(part, fittingPlaces)
    return fittingPlaces
  }

  #fits(at: number, part: string): boolean {
    return at < this.words.length && !this.#takenFlags[at] && fits(this.words[at]!, part)
  }
}

/** `seven` and `семь` as `7`. */
const inDigits = (word: string): string => (Object.hasOwn(digits, word) ? digits[word]! : word)
const digits: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ['2', 'two два две двух'],
    ['3', 'three три трех'],
    ['4', 'four четыре четырех'],
    ['5', 'five пять пяти'],
    ['6', 'six шесть шести'],
    ['7', 'seven семь семи'],
    ['8', 'eight восемь восьми'],
    ['9', 'nine девять девяти'],
    ['10', 'ten десять десяти'],
    ['12', 'twelve двенадцать'],
    ['20', 'twenty двадцать двадцати'],
    ['30', 'thirty тридцать тридцати'],
  ].flatMap(([number = '', words = '']) => words.split(' ').map(word => [word, number])),
)

function fits(word: string, part: string): boolean {
  if (!part.includes('*')) return word === part
  const [begin, end = ''] = part.split('*') as [string, string?]
  // A long ending is another word.
  return word.startsWith(begin) && word.includes(end) && word.length - begin.length <= 5
}

const maxOfName = 4
/** Before a name these make a place of it. */
const prepositions = ['from', 'in', 'at', 'on', 'near', 'из', 'в', 'во', 'на', 'за']

/** Stand for the beginning and the end of a quote; no text has them. */
const [opening, closing] = ['\u{e000}', '\u{e001}']

function quotesIn(signs: readonly string[]): Span[] {
  const quotes: Span[] = []
  let at = 0
  let begin: number | null = null
  for (const sign of signs) {
    if (sign === opening) begin = at
    else if (sign === closing) {
      if (begin !== null && at > begin) quotes.push({ at: begin, length: at - begin })
      begin = null
    } else at++
  }
  return quotes
}

/** Short forms in full, signs of money as words, numbers in one piece, and signs of numbers left out. */
const spelledOut = (text: string) =>
  text
    .replace(/[№#\u{e000}\u{e001}]/gu, ' ')
    .normalize('NFKC')
    .replaceAll('’', "'")
    .replace(/[«“„"]([^«»“”„"]{1,200})[»”“"]/g, ` ${opening} $1 ${closing} `)
    .replace(/[€$£₽]/g, sign => ` ${currencySigns[sign]} `)
    .replace(/(?<=\d)[,'](?=\d{3}(?!\d))/g, '')
    .replace(/(?<![\d.])\d{1,3}(?: \d{3})+(?!\d)(?=\s*(?:eur|usd|gbp|rub|руб|евр|долл))/gi, number =>
      number.replaceAll(' ', ''),
    )
    .replace(/(?<![\d.-])(\d{1,6})\s*[–—-]\s*(\d{1,6})(?![\d-])/g, '$1 to $2')
    .replace(/\bcan't\b/gi, 'can not')
    .replace(/n't\b/gi, ' not')
    .replace(/'(?:s|re|ve|d|ll|m)\b/gi, ' ')

const currencySigns: Readonly<Record<string, string>> = { '€': 'eur', $: 'usd', '£': 'gbp', '₽': 'rub' }

export const languageOf = (text: string): Language => (/[а-яё]/i.test(text) ? 'ru' : 'en')

const joined = new WeakMap<Phrases, readonly string[]>()
/** The phrases of both languages: people mix them. */
export function both(phrases: Phrases): readonly string[] {
  const allPhrases = joined.get(phrases) ?? [...phrases.en, ...phrases.ru]
  joined.set(phrases, allPhrases)
  return allPhrases
}

const split = new WeakMap<readonly string[], readonly (readonly string[])[]>()
/** The words of phrases, longer ones first. */
function partsOf(phrases: readonly string[]): readonly (readonly string[])[] {
  const parts =
    split.get(phrases) ??
    phrases.map(phrase => phrase.split(' ')).sort((one, other) => other.length - one.length)
  split.set(phrases, parts)
  return parts
}
