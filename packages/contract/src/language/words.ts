// The words that no school writes: buttons, labels and messages of pages and documents, in the language of the school.

/** The languages that have words. All of them have every word: a table that lacks one has a type error. */
export const languages = ['en', 'de', 'es', 'fr', 'ru'] as const
export type Language = (typeof languages)[number]

/** The words in a language, a BCP 47 tag; English for one without words. */
export const wordsIn =
  <W>(tables: Readonly<Record<Language, W>>): ((tag: string) => W) =>
  tag => {
    const language = tag.split('-')[0]!.toLowerCase()
    return Object.hasOwn(tables, language) ? tables[language as Language] : tables.en
  }

const rightToLeft = new Set(['Adlm', 'Arab', 'Hebr', 'Mand', 'Nkoo', 'Rohg', 'Samr', 'Syrc', 'Thaa'])

/** The direction of a language's script. */
export const directionOf = (tag: string): 'ltr' | 'rtl' =>
  rightToLeft.has(new Intl.Locale(tag).maximize().script ?? '') ? 'rtl' : 'ltr'
