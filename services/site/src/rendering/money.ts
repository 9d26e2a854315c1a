// Amounts and periods in the language of a page.

// The formats of a language take a tenth of a millisecond to make.
const formats = new Map<string, Intl.NumberFormat>()
const mostFormats = 500

function formatOf(language: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${language} ${Object.values(options).join(' ')}`
  let format = formats.get(key)
  if (!format) {
    if (formats.size >= mostFormats) formats.clear()
    format = new Intl.NumberFormat(language, options)
    formats.set(key, format)
  }
  return format
}

/** An amount of the currency's minor unit, without zero cents: 4900 of EUR is €49. */
export function moneyOf(amount: number, currency: string, language: string): string {
  const { maximumFractionDigits: digits = 2 } = formatOf(language, {
    style: 'currency',
    currency,
  }).resolvedOptions()
  const value = amount / 10 ** digits
  const trailingZeroDisplay = 'stripIfInteger' as const
  return formatOf(language, {
    style: 'currency',
    currency,
    trailingZeroDisplay,
  } as Intl.NumberFormatOptions).format(value)
}

export interface Period {
  unit: 'day' | 'month' | 'year'
  count: number
}

/** `3 months`; `month` for one. */
export function periodOf({ unit, count }: Period, language: string): string {
  const parts = formatOf(language, { style: 'unit', unit, unitDisplay: 'long' }).formatToParts(count)
  const shown = count === 1 ? parts.filter(({ type }) => type === 'unit') : parts
  return shown
    .map(({ value }) => value)
    .join('')
    .trim()
}
