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

/** The whole e-mail for a person of this language. A content that leads to the page by itself gets no second link. */
export function framed(content: Framed, locale: string, unsubscribeUrl: string | null): Framed {
  const { unsubscribe } = words(locale)
  const lacksLink = (part: string | null) => unsubscribeUrl !== null && !part?.includes(unsubscribeUrl)
  const link = lacksLink(content.html)
    ? html`<p style="font-size:small"><a href="${unsubscribeUrl}">${unsubscribe}</a></p>`
    : null
  return {
    subject: content.subject,
    html: content.html === null ? null : htmlOf({ ...content, html: content.html }, locale, link),
    text: lacksLink(content.text)
      ? `${content.text}\n\n-- \n${unsubscribe}: ${unsubscribeUrl}\n`
      : content.text,
  }
}

function htmlOf(
  { subject, html: content }: { subject: string; html: string },
  locale: string,
  link: Html | null,
) {
  if (isDocument(content)) return withEnd(documentIn(content, { locale, title: subject }), link?.text ?? '')
  return html`<!doctype html>
<html lang="${locale}" dir="${directionOf(locale)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${subject}</title><style type="text/css">img{max-width:100%}</style></head>
<body style="font-family:sans-serif;line-height:1.5;max-width:600px;margin:auto">
${new Html(content)}${link}
</body></html>
`.text
}
