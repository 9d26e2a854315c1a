// The E.164 form of a phone as people write it. Pure.
import { phonePattern, undividedPhone } from '@lms/contract'
import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min'

/** Characters of a phone; the rest of a longer text is none. */
const longest = 60

/**
 * The E.164 form of a phone, if its country is certain: by its plus, as a number of the country, or by its own form. Other
 * texts as they are.
 */
export function phoneOf(text: string, country: string | null = null): string {
  const digits = undividedPhone(text)
  if (digits.startsWith('+')) return digits
  const national = country && isSupportedCountry(country) ? inCountry(text, country) : null
  if (national?.isValid) return national.number
  // At home numbers of Russia and Kazakhstan are written with 8, and none of their regions begins with 0, 1, 2 or 5: those
  // are of Hong Kong (852), Japan (81) or Korea (82).
  if (/^(?:7\d|8[346-9])\d{9}$/.test(digits)) return `+7${digits.slice(1)}`
  if (phonePattern.test(`+${digits}`) && digits.length >= 11) return `+${digits}`
  return national?.number ?? text
}

/** A number as it is dialed in a country, which may be in use there or only have its length. */
function inCountry(text: string, country: CountryCode): { number: string; isValid: boolean } | null {
  if (text.length > longest) return null
  const parsed = parsePhoneNumberFromString(text, { defaultCountry: country, extract: false })
  return parsed?.isPossible() ? { number: parsed.number, isValid: parsed.isValid() } : null
}
