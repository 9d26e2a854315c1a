// From Markdown, HTML or MJML to a Liquid template of safe HTML, and one of plain text. Liquid's own tags are taken out first.
import { cleaned } from '@lms/content/html'
import { convert } from 'html-to-text'
import { htmlOfMarkdown } from './markdown.ts'
import { htmlOfMjml } from './mjml.ts'
import type { Compiled, Source } from './source.ts'
import { withoutTags } from './tags.ts'

/** The content as Liquid templates. */
export function compile({ subject, format, body }: Source): Compiled {
  if (format === 'text') return { subject, html: null, text: body }
  const { word, tags, bare: texts, restored } = withoutTags([body])
  const bare = texts[0]!
  const html = format === 'mjml' ? htmlOfMjml(bare) : htmlOf(format, bare)
  return { subject, html: restored(withoutLoneParagraphs(html, word, tags)), text: restored(textOf(html)) }
}

const htmlOf = (format: 'markdown' | 'html', bare: string): string =>
  cleaned({ html: format === 'markdown' ? htmlOfMarkdown(bare) : bare, kind: 'block' }).html

/** A condition or loop in a line of its own is no paragraph. */
const withoutLoneParagraphs = (html: string, word: string, tags: readonly string[]): string =>
  html.replace(new RegExp(`<p>(${word}(\\d+)z)</p>`, 'g'), (match, tag, index) =>
    tags[Number(index)]!.startsWith('{%') ? tag : match,
  )

const textOf = (html: string): string =>
  convert(html, {
    wordwrap: false,
    selectors: [
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true } },
      { selector: 'img', format: 'skip' },
      // What lists of mails show before a mail is opened.
      { selector: 'div[style^="display:none"]', format: 'skip' },
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map(selector => ({ selector, options: { uppercase: false } })),
    ],
  })
