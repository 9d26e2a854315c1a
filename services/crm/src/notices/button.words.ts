// The button by which a notification leads to what it is about, in each language.
import { wordsIn } from '@lms/contract/language'

const label = wordsIn({ en: 'Open', de: 'Öffnen', es: 'Abrir', fr: 'Ouvrir', ru: 'Открыть' })

/** Liquid in Markdown at the end of a text, shown where the school has a page for it. */
export const buttonIn = (language: string): string =>
  `{% if link and link != "" %}\n\n[${label(language)}]({{ link }} "button"){% endif %}`
