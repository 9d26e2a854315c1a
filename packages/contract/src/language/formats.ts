// Amounts, dates and names in a language, a BCP 47 tag.
import { countryCodes } from '../field-types.ts'
import { decimalsOf } from './currency.ts'

/** Formats of `Intl` take a tenth of a millisecond to make, so each is made once. */
function memoize<F>(make: (language: string, options: object) => F) {
  const formats = new Map<string, F>()
  return (language: string, options: object = {}): F => {
    const key = `${language} ${Object.values(options).join(' ')}`
    let format = formats.get(key)
    if (!format) {
      if (formats.size >= maxFormats) formats.clear()
      format = make(language, options)
      formats.set(key, format)
    }
    return format
  }
}
const maxFormats = 500

const numbers = memoize((language, options) => new Intl.NumberFormat(language, options))
const times = memoize((language, options) => new Intl.DateTimeFormat(language, options))

/**
 * An amount of the currency's minor unit. `short`: without zero cents, so that 4900 of EUR is €49. `code`: with the
 * currency's code in place of its sign, which several currencies share.
 */
export function moneyOf(
  amount: number,
  currency: string,
  language: string,
  form: 'usual' | 'short' | 'code' = 'usual',
): string {
  const digits = decimalsOf(currency)
  const format = numbers(language, {
    style: 'currency',
    currency,
    currencyDisplay: form === 'code' ? 'code' : 'symbol',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    trailingZeroDisplay: form === 'short' ? 'stripIfInteger' : 'auto',
  })
  return format.format(amount / 10 ** digits)
}

/** `19%` of 1900 basis points. */
export const percentOf = (basisPoints: number, language: string): string =>
  numbers(language, { style: 'percent', maximumFractionDigits: 2 }).format(basisPoints / 10_000)

export interface Period {
  unit: 'day' | 'month' | 'year'
  count: number
}

/** `3 months`; `month` for one. */
export function periodOf({ unit, count }: Period, language: string): string {
  const parts = numbers(language, { style: 'unit', unit, unitDisplay: 'long' }).formatToParts(count)
  const visibleParts = count === 1 ? parts.filter(({ type }) => type === 'unit') : parts
  return visibleParts
    .map(({ value }) => value)
    .join('')
    .trim()
}

const dayParts = { year: 'numeric', month: 'long', day: 'numeric' }
const minuteParts = { ...dayParts, hour: '2-digit', minute: '2-digit', timeZoneName: 'short' }

/** The day of a time (RFC 3339) in a zone. */
export const dayOf = (time: string, language: string, timeZone = 'UTC'): string =>
  times(language, { ...dayParts, timeZone }).format(new Date(time))

/** The minute of a time (RFC 3339) in a zone, which it names. */
export const minuteOf = (time: string, language: string, timeZone = 'UTC'): string =>
  times(language, { ...minuteParts, timeZone }).format(new Date(time))

/** All countries with their names, in the order of the names. */
export const countriesIn = memoize(language => {
  const names = new Intl.DisplayNames(language, { type: 'region' })
  return countryCodes
    .map(code => ({ code, name: names.of(code)! }))
    .sort((one, other) => one.name.localeCompare(other.name, language))
})
