// A question as words, each of which is taken by what understands it. A word that nothing takes is a doubt.
import type { Language, Phrases } from './words.ts'

export class Words {
  readonly words: readonly string[]
  readonly #taken: boolean[]

  constructor(text: string) {
    this.words = text
      .normalize('NFKC')
      .toLowerCase()
      .replaceAll('ё', 'е')
      .split(/[^\p{L}\p{N}@._+-]+/u)
      .map(word => word.replace(/^[.-]+|[.-]+$/g, ''))
      .filter(Boolean)
    this.#taken = this.words.map(() => false)
  }

  /** Takes the first free place of one of these phrases, longer ones first; the place, or null. */
  take(phrases: readonly string[]): number | null {
    const byLength = [...phrases].sort((one, other) => other.split(' ').length - one.split(' ').length)
    for (const phrase of byLength) {
      const parts = phrase.split(' ')
      for (let at = 0; at + parts.length <= this.words.length; at++) {
        if (!parts.every((part, index) => this.#fits(at + index, part))) continue
        for (let index = 0; index < parts.length; index++) this.#taken[at + index] = true
        return at
      }
    }
    return null
  }

  /** Takes every place of these phrases. */
  takeAll(phrases: readonly string[]): void {
    while (this.take(phrases) !== null);
  }

  /** Takes a word by its form, and gives its parts. */
  takeMatch(form: RegExp): RegExpExecArray | null {
    for (const [at, word] of this.words.entries()) {
      const found = this.#taken[at] ? null : form.exec(word)
      if (!found) continue
      this.#taken[at] = true
      return found
    }
    return null
  }

  /** The words that nothing has taken. */
  get left(): string[] {
    return this.words.filter((_, at) => !this.#taken[at])
  }

  #fits(at: number, part: string): boolean {
    if (this.#taken[at]) return false
    const word = this.words[at]!
    if (!part.includes('*')) return word === part
    const [begin, end = ''] = part.split('*') as [string, string?]
    // A long ending is another word.
    return word.startsWith(begin) && word.includes(end) && word.length - begin.length <= 5
  }
}

export const languageOf = (text: string): Language => (/[а-яё]/i.test(text) ? 'ru' : 'en')

/** The phrases of both languages: people mix them. */
export const both = (phrases: Phrases): readonly string[] => [...phrases.en, ...phrases.ru]
