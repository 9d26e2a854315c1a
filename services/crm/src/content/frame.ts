// What surrounds the content of an e-mail: the layout of the school, and the link by which the person unsubscribes.
import { wordsIn } from '@lms/contract/language'
import { Html, html } from '@lms/html'
import { footOf, lineHtml, type MailLook, mailDocument } from '@lms/html/mail'
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

interface Around {
  look: MailLook
  unsubscribeUrl: string | null
  /** The lines that say who has sent it; null for those of the look. */
  imprint: readonly string[] | null
}

/** The whole e-mail for a person of this language. A content that leads to the page by itself gets no second link. */
export function framed(content: Framed, locale: string, { look, unsubscribeUrl, imprint }: Around): Framed {
  const { unsubscribe } = words(locale)
  const lacksLink = (part: string | null) => unsubscribeUrl !== null && !part?.includes(unsubscribeUrl)
  const link = lacksLink(content.html) ? html`<a href="${unsubscribeUrl}">${unsubscribe}</a>` : null
  const lines = imprint ?? footOf(look)
  const footTexts = [...lines, ...(lacksLink(content.text) ? [`${unsubscribe}: ${unsubscribeUrl}`] : [])]
  return {
    subject: content.subject,
    html:
      content.html === null
        ? null
        : htmlOf({ ...content, html: content.html }, locale, { look, lines, link }),
    text: `${content.text.trimEnd()}\n\n-- \n${footTexts.join('\n')}\n`,
  }
}

function htmlOf(
  { subject, html: content }: { subject: string; html: string },
  locale: string,
  { look, lines, link }: { look: MailLook; lines: readonly string[]; link: Html | null },
) {
  const foot = [...lines.map(lineHtml), ...(link ? [link] : [])]
  // A document has the layout of its author.
  if (isDocument(content)) {
    const under = html`<p style="font-size:small">${foot.map((line, index) => (index ? html`<br>${line}` : line))}</p>`
    return withEnd(documentIn(content, { locale, title: subject }), under.text)
  }
  return mailDocument({ look, locale, title: subject, content: new Html(content), foot })
}
