// What is looked for in people, and the form in which they are looked through. Pure.
import type { User } from './user.contract.ts'

const folded = (text: string) => text.normalize('NFKC').toLowerCase()

/** Names, e-mail and phone, each word after a space, so that the beginning of a word can be looked for. */
export const searchText = (user: Pick<User, 'first_name' | 'last_name' | 'email' | 'phone'>) =>
  [user.first_name, user.last_name, user.email, user.phone]
    .filter(Boolean)
    .map(text => ` ${folded(text!)}`)
    .join('')

const mostNeedles = 5
/** A shorter one holds no trigram; the beginning of a word does. */
const shortest = 3

/** The texts that must all occur: a phone as its digits, else each word; a short word where a word begins. */
export function needlesOf(search: string): string[] {
  const text = folded(search).trim()
  if (/^\+?[\d\s()./-]+$/.test(text) && text.replace(/\D/g, '').length > 4)
    return [text.replace(/\D/g, '').replace(/^0+/, '')].filter(digits => digits !== '')
  const words = text.split(/\s+/).slice(0, mostNeedles)
  return words.map(word => ([...word].length < shortest ? ` ${word}` : word))
}

/** The needle as a pattern of LIKE. */
export const patternOf = (needle: string) => `%${needle.replace(/[\\%_]/g, '\\$&')}%`
