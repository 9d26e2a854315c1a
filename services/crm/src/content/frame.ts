// What surrounds the content of an e-mail: the document, and the link by which the person unsubscribes.
import { directionOf, wordsIn } from '@lms/contract/language'
import { Html, html } from '@lms/html'
import { documentIn, isDocument, withEnd } from './document.ts'

interface Words {
  readonly unsubscribe: string
}

const words = wordsIn<Words>({
  en: { unsubscribe: 'Unsubscribe' },
  de: { unsubscribe: 'Abmelden' },
  es: { unsubscribe: 'Darse de baja' },
  fr: { unsubscribe: 'Se désabonner' },
  ru: { unsubscribe: 'Отписаться' },
})

interface Framed {
  subject: string
  html: string | null
  text: string
}

interface Foot {
  unsubscribeUrl: string | null
  /** The lines that say who has sent it; null for none. */
  imprint: readonly string[] | null
}

/** The whole e-mail for a person of this language. A content that leads to the page by itself gets no second link. */
export function framed(content: Framed, locale: string, { unsubscribeUrl, imprint }: Foot): Framed {
  const { unsubscribe } = words(locale)
  const lacksLink = (part: string | null) => unsubscribeUrl !== null && !part?.includes(unsubscribeUrl)
  const link = lacksLink(content.html)
    ? html`<p style="font-size:small"><a href="${unsubscribeUrl}">${unsubscribe}</a></p>`
    : null
  const lines = imprint?.map((line, index) => (index === 0 ? html`${line}` : html`<br>${line}`))
  const foot = lines ? html`<p style="font-size:small">${lines}</p>${link}` : link
  const footTexts = [
    ...(imprint ?? []),
    ...(lacksLink(content.text) ? [`${unsubscribe}: ${unsubscribeUrl}`] : []),
  ]
  return {
    subject: content.subject,
    html: content.html === null ? null : htmlOf({ ...content, html: content.html }, locale, foot),
    text: footTexts.length ? `${content.text}\n\n-- \n${footTexts.join('\n')}\n` : content.text,
  }
}

function htmlOf(
  { subject, html: content }: { subject: string; html: string },
  locale: string,
  foot: Html | null,
) {
  if (isDocument(content)) return withEnd(documentIn(content, { locale, title: subject }), foot?.text ?? '')
  return html`<!doctype html>
<html lang="${locale}" dir="${directionOf(locale)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${subject}</title><style type="text/css">img{max-width:100%}</style></head>
<body style="font-family:sans-serif;line-height:1.5;max-width:600px;margin:auto">
${new Html(content)}${foot}
</body></html>
`.text
}
