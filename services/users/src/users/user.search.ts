// What is looked for in people, and the form in which they are looked through. Pure.
import type { User } from './user.contract.ts'

const folded = (text: string) => text.normalize('NFKC').toLowerCase()

/** What parts a word. The migration that brought texts into this form has the same. */
const marks = /[!-/:-@[-`{-~«·»‐–—‘’‚“”„]/
const beginning = new RegExp(`(?<=${marks.source})(?!${marks.source}).`, 'gsu')
/** So many characters of a word are looked at: what an index takes has a bound. */
const longest = 254
const cut = (word: string) => [...word].slice(0, longest).join('')

/**
 * Names, e-mail and phone in a form where each beginning of a word stands after one space: `anne-marie` also as `marie`,
 * `ann@school.org` as `school.org` and `org`, a phone also without its country's code.
 */
export function searchText(user: Pick<User, 'first_name' | 'last_name' | 'email' | 'phone'>): string {
  const tokens = [user.first_name, user.last_name, user.email, user.phone].flatMap(text =>
    folded(text ?? '').split(/\s+/),
  )
  const words = tokens.flatMap(token =>
    /^\+[1-9]\d{6,14}$/.test(token) ? numbers(token) : beginnings(token),
  )
  return [...new Set(words.filter(Boolean).map(cut))].map(word => ` ${word}`).join('')
}

const beginnings = (word: string) => [
  word,
  ...[...word.matchAll(beginning)].map(({ index }) => word.slice(index)),
]

/** The digits of a phone, with and without the country's code: of ITU-T E.164, no code is the beginning of another. */
function numbers(phone: string): string[] {
  const digits = phone.slice(1)
  const twoDigits = /^(2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/
  const code = /^[17]/.test(digits) ? 1 : twoDigits.test(digits) ? 2 : 3
  return [digits, digits.slice(code)]
}

const mostNeedles = 5
/** A shorter one holds no trigram; the beginning of a word does. */
const shortest = 3

/** The texts that must all occur: a phone as its digits, else each word. */
export function needlesOf(search: string): string[] {
  const text = folded(search).trim()
  if (/^\+?[\d\s()./-]+$/.test(text) && text.replace(/\D/g, '').length > 4)
    return [text.replace(/\D/g, '').replace(/^0+/, '')].filter(digits => digits !== '')
  const words = text.split(/\s+/).map(word => (/^\+\d+$/.test(word) ? word.slice(1) : word))
  return [...new Set(words.slice(0, mostNeedles).map(cut))]
}

/** A needle as it stands in a text where a word begins so. */
export const asBeginning = (needle: string) => ` ${needle}`

/** A needle as it stands anywhere inside; a short one where a word begins. */
export const asInside = (needle: string) => ([...needle].length < shortest ? asBeginning(needle) : needle)
