// The public number of a certificate: 16 characters that are easy to read and type, 78 bits.
import { codeAlphabet, randomCode } from '@lms/service-host'

const length = 16
const grouped = (code: string) => code.match(/.{4}/g)!.join('-')

/** `2345-6789-ABCD-EFGH` */
export const newNumber = (): string => grouped(randomCode(length))

/** The number in a text of any case, with or without dashes and spaces; null if it is none. */
export function readNumber(text: string): string | null {
  const code = text.replace(/[\s-]/g, '').toUpperCase()
  const valid = code.length === length && [...code].every(character => codeAlphabet.includes(character))
  return valid ? grouped(code) : null
}
