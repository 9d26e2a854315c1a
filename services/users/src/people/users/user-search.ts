// Search terms of people, and the form of the searched text. Pure.
import type { User } from './user.contract.ts'

const folded = (text: string) => text.normalize('NFKC').toLowerCase()

/** Characters between words. The migration that converted the texts has the same list. */
const marks = /[!-/:-@[-`{-~«·»‐–—‘’‚“”„]/
const beginning = new RegExp(`(?<=${marks.source})(?!${marks.source}).`, 'gsu')
/** Maximum characters of a word, because an index has a maximum. */
const longest = 254
const cut = (word: string) => [...word].slice(0, longest).join('')

/**
 * Names, e-mail and phone in a form in which each beginning of a word follows a space: `anne-marie` also as `marie`,
 * `ann@school.org` as `school.org` and `org`, a phone also without its country code.
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

/** The digits of a phone, with and without the country code: in ITU-T E.164 no code is the beginning of another. */
function numbers(phone: string): string[] {
  const digits = phone.slice(1)
  const twoDigits = /^(2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/
  const code = /^[17]/.test(digits) ? 1 : twoDigits.test(digits) ? 2 : 3
  return [digits, digits.slice(code)]
}

const maxNeedles = 5
/** Shorter terms contain no trigram; the beginning of a word does. */
const shortest = 3

/** The terms that must all occur: a phone as its digits, else each word. */
export function needlesOf(search: string): string[] {
  const text = folded(search).trim()
  if (/^\+?[\d\s()./-]+$/.test(text) && text.replace(/\D/g, '').length > 4)
    return [text.replace(/\D/g, '').replace(/^0+/, '')].filter(digits => digits !== '')
  const words = text.split(/\s+/).map(word => (/^\+\d+$/.test(word) ? word.slice(1) : word))
  return [...new Set(words.slice(0, maxNeedles).map(cut))]
}

/** A term in the text at the beginning of a word. */
export const asBeginning = (needle: string) => ` ${needle}`

/** A term anywhere inside the text; a short one at the beginning of a word. */
export const asInside = (needle: string) => ([...needle].length < shortest ? asBeginning(needle) : needle)
