// What a question can be about: the lists of the contracts with their filters, and the words file.
import type { Catalog, PlainTool } from '../catalog.ts'
import { isContainerOf } from './containers.ts'
import { both, type Span, type Words } from './tokens.ts'
import { Vocabulary } from './vocabulary.ts'
import type { Fact } from './words/fact.ts'
import { facts } from './words/facts.ts'
import { type Phrases, personNouns, superlatives } from './words/intents.ts'
import { kindWords, type Noun, nouns } from './words/nouns.ts'
import type { Rank } from './words/ranks.ts'
import { properties, states } from './words/states.ts'

export interface Subject {
  readonly tool: PlainTool
  readonly filters: Readonly<Record<string, string>>
  /** The time that is meant; null for that of the list. */
  readonly time: string | null
  /** What is wanted of it where the question does not say. */
  readonly aim: Noun['aim'] | null
  /** What is wanted of it whatever the question says: `how many` is no question about money. */
  readonly onlyAim: Fact['aim'] | null
  /** Words that may stand beside it, and add nothing. */
  readonly with: readonly string[]
  /** Whether it has no time. */
  readonly isTimeless: boolean
  /** Whether people are asked for, each of whom counts once: `how many people finished a course`. */
  readonly isOfPeople: boolean
  /** What is ranked by what; null where nothing is. */
  readonly rank: Rank | null
}

/** A list as the subject, with nothing else said of it. */
export const subjectOf = (tool: PlainTool, details: Partial<Subject> = {}): Subject => ({
  filters: {},
  time: null,
  aim: null,
  onlyAim: null,
  with: [],
  isTimeless: false,
  isOfPeople: false,
  rank: null,
  ...details,
  tool,
})

interface NounEntry {
  readonly phrases: readonly string[]
  readonly subject: Subject
}
interface Happening {
  readonly phrases: readonly string[]
  readonly subject: Subject
  readonly fact: Fact
}
type Placed<T> = { readonly what: T; readonly span: Span }

export class Lexicon {
  readonly #nouns: readonly NounEntry[]
  readonly #facts: readonly Happening[]
  readonly #vocabulary: Vocabulary

  constructor(catalog: Catalog<PlainTool>) {
    const lists = catalog.tools.filter(
      ({ operation, use }) => operation.class === 'L' && operation.list && use === 'read',
    )
    // `/v1/submissions` are answers to homework, and people mean those to forms.
    const ofPaths = lists
      .filter(({ name }) => name !== 'homework.list')
      .map(tool => ({ phrases: pathWords(tool), subject: subjectOf(tool) }))
    const find = (name: string) => lists.find(each => each.name === name)
    const ofWords = nouns.flatMap(({ list, filters = {}, aim = null, ...phrases }) => {
      const tool = find(list)
      return tool ? [{ phrases: both(phrases), subject: subjectOf(tool, { filters, aim }) }] : []
    })
    this.#nouns = [...ofWords, ...ofPaths]
    this.#facts = facts.flatMap(fact => {
      const tool = find(fact.list)
      const { filters = {}, time = null, aim: onlyAim = null } = fact
      return tool
        ? [
            {
              phrases: both(fact),
              subject: subjectOf(tool, {
                filters,
                time,
                onlyAim,
                with: fact.with ?? [],
                isTimeless: fact.timeless ?? false,
                rank: fact.rank ?? null,
              }),
              fact,
            },
          ]
        : []
    })
    this.#vocabulary = new Vocabulary([...this.#nouns, ...this.#facts].flatMap(({ phrases }) => phrases))
  }

  /** Whether a word has a meaning of its own in some question. */
  isKnown = (word: string): boolean => this.#vocabulary.has(word)

  /** The length of the word for objects of a list that begins at a place, or ends there; 0 without one. */
  kindAt(words: Words, at: number, list: string, side: 'from' | 'before'): number {
    const phrases = this.#kinds.get(list) ?? this.#kindPhrases(list)
    return side === 'from' ? words.lengthFrom(at, phrases) : words.lengthBefore(at, phrases)
  }

  readonly #kinds = new Map<string, readonly string[]>()
  #kindPhrases(list: string): readonly string[] {
    const nouns = this.#nouns.filter(({ subject }) => subject.tool.name === list)
    const own = nouns.flatMap(({ phrases }) => phrases)
    const phrases =
      list === 'users.list' ? both(personNouns) : [...new Set([...own, ...(kindWords[list] ?? [])])]
    this.#kinds.set(list, phrases)
    return phrases
  }

  /** Whether a question has a word for people. */
  isOfPeople(words: Words): boolean {
    return this.#nouns.some(
      ({ subject, phrases }) => subject.tool.name === 'users.list' && words.find(phrases),
    )
  }

  /** What the question is about, with its words taken; null if it names nothing. */
  take(words: Words, isSum: boolean, mentions: readonly { readonly list: string }[] = []): Subject | null {
    const isRanking = words.find(both(superlatives)) !== null
    const happened = this.#facts
      .flatMap(what => placed(words, what) ?? [])
      .filter(({ what }) => isSum || !what.fact.onlySum)
      .filter(({ what }) => !what.fact.rank || isRanking)
      .filter(
        ({ what, span }) =>
          !what.fact.within ||
          mentions.some(({ list }) => isContainerOf(list, what.subject.tool)) ||
          this.#isOfContainer(words, what, span),
      )
      .sort((one, other) => other.span.length - one.span.length)
    for (const fact of [...happened, null]) {
      const noun = this.#firstNoun(words, fact?.span ?? null)
      const combined = together(fact?.what ?? null, noun?.what ?? null)
      if (!combined) continue
      if (fact) words.takeSpan(fact.span)
      if (noun && combined.isOfNoun) words.takeSpan(noun.span)
      return this.#more(words, combined.subject)
    }
    return null
  }

  /** The first noun of the question; of two in one place the longer one. */
  #firstNoun(words: Words, outside: Span | null): Placed<NounEntry> | null {
    const candidates = this.#nouns.flatMap(what => placed(words, what, outside) ?? [])
    const order = (one: Placed<NounEntry>, other: Placed<NounEntry>) =>
      one.span.at - other.span.at || other.span.length - one.span.length
    return candidates.sort(order)[0] ?? null
  }

  /** Whether the question names what the objects of a fact are of: `came to the webinar`. */
  #isOfContainer(words: Words, { subject }: Happening, span: Span): boolean {
    return this.#nouns.some(
      each => isContainerOf(each.subject.tool.name, subject.tool) && placed(words, each, span),
    )
  }

  /** What else is said of the same list. */
  #more(words: Words, subject: Subject): Subject {
    let fullSubject = subject
    for (const what of this.#facts) {
      if (
        what.subject.tool !== fullSubject.tool ||
        what.fact.onlySum ||
        what.fact.rank ||
        clash(fullSubject, what.subject)
      )
        continue
      const span = words.find(what.phrases)
      if (!span) continue
      words.takeSpan(span)
      fullSubject = {
        ...fullSubject,
        filters: { ...fullSubject.filters, ...what.subject.filters },
        time: what.subject.time ?? fullSubject.time,
      }
    }
    return fullSubject
  }
}

function placed<T extends { phrases: readonly string[] }>(
  words: Words,
  what: T,
  outside: Span | null = null,
) {
  const span = words.find(what.phrases, outside)
  return span && { what, span }
}

/** What happened, to what: one list, or none if they do not belong together. */
function together(
  fact: Happening | null,
  noun: NounEntry | null,
): { subject: Subject; isOfNoun: boolean } | null {
  const alone = fact?.subject ?? noun?.subject
  if (!alone) return null
  if (!fact || !noun) return { subject: alone, isOfNoun: true }
  const { tool, filters, time, onlyAim } = fact.subject
  const nounSubject = noun.subject
  if (nounSubject.tool === tool) {
    if (clash(nounSubject, fact.subject)) return null
    const both = {
      ...fact.subject,
      aim: nounSubject.aim,
      filters: { ...nounSubject.filters, ...filters },
      time,
      onlyAim,
    }
    return { subject: both, isOfNoun: true }
  }
  // `How many students unsubscribed`: only students do.
  const { role = 'student', ...others } = nounSubject.filters
  const isPlain = role === 'student' && Object.keys(others).length === 0
  if (isPlain && fact.fact.beside?.includes(nounSubject.tool.name))
    return {
      subject: { ...fact.subject, isOfPeople: nounSubject.tool.name === 'users.list' },
      isOfNoun: true,
    }
  // `Who studies the course …`: the course is read later.
  const isContainer = fact.fact.beside && isContainerOf(nounSubject.tool.name, tool)
  return isContainer ? { subject: fact.subject, isOfNoun: false } : null
}

/** Whether two say different things of the same. */
const clash = (one: Subject, other: Subject) =>
  Object.entries(other.filters).some(([name, value]) => name in one.filters && one.filters[name] !== value) ||
  (one.time !== null && other.time !== null && one.time !== other.time)

/** `promo code`, `promo codes` of `/v1/promo-codes`. */
function pathWords({ operation: { path } }: PlainTool): string[] {
  const plural = path.slice(path.lastIndexOf('/') + 1).replaceAll('-', ' ')
  const singular = plural
    .replace(/ies$/, 'y')
    .replace(/(quizz|access)es$/, (_, stem) => (stem === 'quizz' ? 'quiz' : stem))
  return [...new Set([plural, singular === plural ? plural.replace(/s$/, '') : singular])]
}

/** States and other properties that the question names, as filters of the list. */
export function takeProperties({ tool, filters }: Subject, words: Words): Record<string, string> {
  const listFilters = tool.operation.list!.filters
  const filterValues: Record<string, string> = {}
  // `not active` before `active`.
  const wordsOf = (phrases: Phrases) => words.find(both(phrases))?.length ?? 0
  const byLength = [...properties].sort((one, other) => wordsOf(other) - wordsOf(one))
  for (const { filter, value, list, ...phrases } of byLength) {
    if (
      !(filter in listFilters) ||
      filter in filters ||
      filter in filterValues ||
      (list ?? tool.name) !== tool.name
    )
      continue
    if (words.take(both(phrases)) !== null) filterValues[filter] = value
  }
  const { status } = listFilters
  if (status?.kind !== 'state' || 'status' in filters || 'status' in filterValues) return filterValues
  const spans = status.values.flatMap(value => {
    if (value.includes('*') || value.includes('.')) return []
    const own = states[value]
    const span = words.find([value.replaceAll('_', ' '), ...(own ? both(own) : [])])
    return span ? [{ value, span }] : []
  })
  // `not paid` before `paid`.
  const [longest] = spans.sort((one, other) => other.span.length - one.span.length)
  if (!longest) return filterValues
  words.takeSpan(longest.span)
  return { ...filterValues, status: longest.value }
}
