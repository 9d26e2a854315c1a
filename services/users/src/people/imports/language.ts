// The tag of a language from a tag or a name of it. Pure.

const tags =
  'ar be bg bn cs da de el en es et fa fi fr he hi hr hu hy id it ja ka kk ko ky lt lv ms nb nl pl pt ro ru sk sl sr sv th tr uk uz vi zh'
const byName = new Map(
  tags.split(' ').flatMap(tag =>
    ['en', 'ru', 'de', tag].flatMap(language => {
      const name = new Intl.DisplayNames([language], { type: 'language' }).of(tag)
      return name ? [[name.toLowerCase(), tag] as const] : []
    }),
  ),
)

/** `pt-BR` for pt_BR, `de` for German or Deutsch; other texts as they are. */
export function languageOf(text: string): string {
  const byItsName = byName.get(text.toLowerCase())
  if (byItsName) return byItsName
  const form = /^([a-z]{2,3})(?:[-_]([a-z]{2}|\d{3}))?(?:\.utf-?8)?$/i.exec(text)
  if (!form) return text
  return form[2] ? `${form[1]!.toLowerCase()}-${form[2].toUpperCase()}` : form[1]!.toLowerCase()
}
