// Things that people call by a name: which lists have them, and what is known of one.
import type { PlainTool } from '../../catalog.ts'
import type { Words } from '../tokens.ts'

/** An object that a list has found, by what it is called. */
export interface NamedObject {
  readonly id: string
  /** The operationId of its list. */
  readonly list: string
  readonly name: string
  /** What tells it from another of that name: an e-mail address; else its name. */
  readonly label: string
}

/** What was found, and the lists of which only a part could be read. */
export interface NamesFound {
  readonly objects: readonly NamedObject[]
  readonly partial: readonly string[]
}

/** Lists whose objects have names that people use. */
const lists: readonly string[] = [
  ...['users.list', 'courses.list', 'groups.list', 'offers.list', 'promoCodes.list', 'segments.list'],
  ...[
    'tags.list',
    'webinars.list',
    'mailings.list',
    'scenarios.list',
    'forms.list',
    'pages.list',
    'partners.list',
  ],
]
export const isNamedList = ({ name, use }: PlainTool): boolean => lists.includes(name) && use === 'read'

/** The words of a question that may be names, where they stand together: unknown ones, quoted ones, and those with capitals. */
export function wordsForNames(words: Words, isKnown: (word: string) => boolean): string[][] {
  const runs: string[][] = []
  let isOpen = false
  for (const [at, word] of words.words.entries()) {
    const isCandidate =
      words.isQuoted({ at, length: 1 }) ||
      (at > 0 && words.isCapital(at)) ||
      (!isKnown(word) && /\p{L}/u.test(word))
    if (isCandidate && isOpen) runs.at(-1)!.push(words.written({ at, length: 1 }))
    else if (isCandidate) runs.push([words.written({ at, length: 1 })])
    isOpen = isCandidate
  }
  return runs
}
