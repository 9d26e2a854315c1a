// What a question can be about: the lists of the contracts with their filters, and the words file.
import { filterOf } from '@lms/contract'
import type { z } from 'zod'
import type { Catalog, Tool } from '../catalog.ts'
import { both, type Words } from './tokens.ts'
import { nouns, states } from './words.ts'

export interface Subject {
  readonly tool: Tool
  readonly filters: Readonly<Record<string, string>>
}

interface Named {
  readonly phrases: readonly string[]
  readonly subject: Subject
}

export class Lexicon {
  readonly #named: readonly Named[]

  constructor(catalog: Catalog) {
    const lists = catalog.tools.filter(
      ({ operation, use }) => operation.class === 'L' && operation.list && use === 'read',
    )
    const ofPaths = lists.map(tool => ({ phrases: pathWords(tool), subject: { tool, filters: {} } }))
    const ofWords = nouns.flatMap(({ list, filters = {}, ...phrases }) => {
      const tool = lists.find(({ name }) => name === list)
      return tool ? [{ phrases: both(phrases), subject: { tool, filters } }] : []
    })
    // The words with most parts first: `quiz attempts` before `quizzes`.
    this.#named = [...ofWords, ...ofPaths].sort((one, other) => longest(other) - longest(one))
  }

  /** What the question is about; null if it names nothing, or two things. */
  take(words: Words): Subject | null {
    for (const { phrases, subject } of this.#named) if (words.take(phrases) !== null) return subject
    return null
  }
}

const longest = ({ phrases }: Named) => Math.max(0, ...phrases.map(phrase => phrase.split(' ').length))

/** `promo code`, `promo codes` of `/v1/promo-codes`. */
function pathWords({ operation: { path } }: Tool): string[] {
  const plural = path.slice(path.lastIndexOf('/') + 1).replaceAll('-', ' ')
  const singular = plural
    .replace(/ies$/, 'y')
    .replace(/(quizz|access)es$/, (_, stem) => (stem === 'quizz' ? 'quiz' : stem))
  return [...new Set([plural, singular === plural ? plural.replace(/s$/, '') : singular])]
}

/** A state that the question names, as a filter of the list. */
export function takeState({ tool, filters }: Subject, words: Words): Record<string, string> {
  for (const [name, filter] of Object.entries(tool.operation.list!.filters)) {
    if (filter.kind !== 'state' || name in filters) continue
    for (const value of filter.values) {
      if (value.includes('*') || value.includes('.')) continue
      const own = states[value]
      const phrases = [value.replaceAll('_', ' '), ...(own ? both(own) : [])]
      if (words.take(phrases) !== null) return { [name]: value }
    }
  }
  return {}
}

/** The time that a period is about: when an order was paid if it is about paid ones; else when the object was made. */
export function timeField({ operation }: Tool, filters: Readonly<Record<string, string>>): string | null {
  const known = operation.list!.filters
  const own = ownTimes.find(([state, field]) => filters.status === state && field in known)?.[1]
  const found = [own, 'created_at'].find(name => name !== undefined && known[name]?.kind === 'time')
  return found ?? null
}
const ownTimes: readonly (readonly [state: string, field: string])[] = [
  ['paid', 'paid_at'],
  ['succeeded', 'paid_at'],
  ['succeeded', 'refunded_at'],
  ['canceled', 'canceled_at'],
  ['refunded', 'refunded_at'],
  ['expired', 'expired_at'],
  ['completed', 'completed_at'],
  ['accepted', 'accepted_at'],
  ['published', 'published_at'],
  ['redeemed', 'redeemed_at'],
  ['scheduled', 'starts_at'],
]

/** Whether the objects of a list have an amount of money. */
export function hasAmount({ operation: { returns } }: Tool): boolean {
  const shape = (returns as unknown as { shape?: Record<string, z.ZodType> }).shape ?? {}
  return 'amount' in shape && 'currency' in shape
}

/** The fields of an object that a table shows. */
export function columnsOf({ operation: { returns } }: Tool): string[] {
  const shape = (returns as unknown as { shape?: Record<string, z.ZodType> }).shape ?? {}
  const shown = wanted.filter(name => name in shape)
  const plain = shown.filter(name => name === 'id' || filterOf(shape[name]!) || name !== 'id')
  return plain.slice(0, 7)
}
const wanted = [
  'id',
  'number',
  'first_name',
  'last_name',
  'email',
  'name',
  'title',
  'code',
  'path',
  'url',
  'status',
  'amount',
  'currency',
  'role',
  'user_id',
  'starts_at',
  'created_at',
]
