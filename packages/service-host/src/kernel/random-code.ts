// Codes that people read, say and type.
import { randomInt } from 'node:crypto'

/** Digits and capitals without those that look or sound alike: 0 and O, 1, I and L, U and V. */
export const codeAlphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A random code of `length` characters, each worth 4.9 bits. */
export const randomCode = (length: number): string =>
  Array.from({ length }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join('')
