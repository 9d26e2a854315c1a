// From Markdown, HTML or MJML to a Liquid template of safe HTML, and one of plain text. Liquid's own tags are taken out first.
import type { Cleaned } from '@lms/content/html'
import { cleanedMail } from '@lms/content/mail-html'
import { buttonClass } from '@lms/html/mail'
import { convert } from 'html-to-text'
import { withBeginning } from './document.ts'
import { htmlOfMarkdown } from './markdown.ts'
import { htmlOfMjml } from './mjml.ts'
import { preheaderOf } from './preheader.ts'
import type { Compiled, Source } from './source.ts'
import { withoutTags } from './tags.ts'

/** The content as Liquid templates. */
export function compile({ subject, preheader = '', format, body }: Source): Compiled {
  if (format === 'text') return { subject, html: null, text: body, removed: [] }
  const { word, tags, bare: texts, restored } = withoutTags([body])
  const bare = texts[0]!
  const { html, removed } = htmlOf(format, bare)
  const withPreheader = withBeginning(withoutLoneParagraphs(html, word, tags), preheaderOf(preheader))
  return {
    subject,
    html: restored(withPreheader),
    text: restored(textOf(html, format)),
    removed: removed.map(restored),
  }
}

function htmlOf(format: Exclude<Source['format'], 'text'>, bare: string): Cleaned {
  if (format === 'mjml') return htmlOfMjml(bare)
  if (format === 'html') return cleanedMail(bare)
  const cleaned = cleanedMail(htmlOfMarkdown(bare))
  return { ...cleaned, html: withButtons(cleaned.html) }
}

/** A link with the title `button` is one: `[Open](https://… "button")`. */
const withButtons = (html: string): string =>
  html.replace(/<a href="([^"]*)" title="button">/g, `<a href="$1" class="${buttonClass}">`)

/** A condition or loop in a line of its own is no paragraph. */
const withoutLoneParagraphs = (html: string, word: string, tags: readonly string[]): string =>
  html.replace(new RegExp(`<p>(${word}(\\d+)z)</p>`, 'g'), (match, tag, index) =>
    tags[Number(index)]!.startsWith('{%') ? tag : match,
  )

/** Tables of Markdown are of data; those of HTML are layouts. */
const textOf = (html: string, format: Source['format']): string =>
  convert(html, {
    wordwrap: false,
    // A picture says in the text what it says to those who do not see it.
    formatters: { alternative: ({ attribs }, _, builder) => builder.addInline(attribs.alt ?? '') },
    selectors: [
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true } },
      { selector: 'img', format: 'alternative' },
      ...(format === 'markdown' ? [{ selector: 'table', format: 'dataTable' }] : []),
      // What lists of mails show before a mail is opened, and what is meant for another size of screen.
      { selector: '[style*="display:none"]', format: 'skip' },
      ...hiddenClasses(html).map(name => ({ selector: `.${name}`, format: 'skip' })),
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map(selector => ({ selector, options: { uppercase: false } })),
    ],
  }).trimStart()

/** Classes that the style sheet of the content hides at every size. */
function hiddenClasses(html: string): string[] {
  const sheet = /<style type="text\/css">\n([\s\S]*?)<\/style>/.exec(html)?.[1] ?? ''
  const rules = sheet.split('\n').filter(rule => !rule.startsWith('@'))
  return rules.flatMap(rule => /^\.([a-z][\w-]*)\{[^}]*display:none/i.exec(rule)?.[1] ?? []).slice(0, 20)
}
