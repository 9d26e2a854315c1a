// The words that no school writes: buttons, labels and messages of pages and documents, in the language of the school.

/** The languages that have words. All of them have every word: a table that lacks one has a type error. */
export const languages = ['en', 'de', 'es', 'fr', 'ru'] as const
export type Language = (typeof languages)[number]

/** The words in a language, a BCP 47 tag; English for one without words. */
export const wordsIn =
  <W>(tables: Readonly<Record<Language, W>>): ((tag: string) => W) =>
  tag => {
    const language = primary(tag)
    return Object.hasOwn(tables, language) ? tables[language as Language] : tables.en
  }

const primary = (tag: string) => tag.split('-')[0]!.toLowerCase()

/** The one for this language; else that of its primary one (`pt` for `pt-BR`), or the one for all others: null. */
export const inLanguage = <T extends { readonly language: string | null }>(
  choices: readonly T[],
  tag: string,
): T | undefined =>
  choices.find(({ language }) => language === tag) ??
  choices.find(({ language }) => language !== null && primary(language) === primary(tag)) ??
  choices.find(({ language }) => language === null)

const rightToLeft = new Set(['Adlm', 'Arab', 'Hebr', 'Mand', 'Nkoo', 'Rohg', 'Samr', 'Syrc', 'Thaa'])

/** The direction of a language's script. */
export const directionOf = (tag: string): 'ltr' | 'rtl' =>
  rightToLeft.has(new Intl.Locale(tag).maximize().script ?? '') ? 'rtl' : 'ltr'
