// The code of a country from a code or a name of it. Pure.
import { countryCodes } from '@lms/contract'

const known = new Set(countryCodes)
const byName = new Map(
  ['ru', 'de', 'es', 'fr', 'en'].flatMap(language => {
    const names = new Intl.DisplayNames([language], { type: 'region' })
    return countryCodes.map(code => [names.of(code)!.toLowerCase(), code] as const)
  }),
)
const others: Readonly<Record<string, string>> = {
  ...{ usa: 'US', 'united states of america': 'US', uk: 'GB', 'great britain': 'GB', england: 'GB' },
  ...{ 'russian federation': 'RU', сша: 'US', 'czech republic': 'CZ', holland: 'NL', 'south korea': 'KR' },
}

/** `DE` for de, Germany or Deutschland; null for what is no country. */
export function countryOf(text: string): string | null {
  const code = text.trim().toUpperCase()
  if (known.has(code)) return code
  const name = text.trim().toLowerCase()
  return byName.get(name) ?? others[name] ?? null
}
