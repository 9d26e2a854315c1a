// What the school writes, and what a person gets.
import { oneOf, text } from '@lms/contract'
import { MailDocument } from '@lms/site/contract'
import { z } from 'zod'

export const formats = ['markdown', 'html', 'mjml', 'text'] as const
/** Maximum characters of a body. */
const maxBody = 100_000

/** The content of a message: Liquid in Markdown, HTML, MJML or plain text. */
export const contentFields = {
  subject: text(300)
    .describe('The subject of an e-mail, the title of a push or in-app message; Liquid.')
    .meta({ examples: ['{{ user.first_name }}, your course begins'] }),
  preheader: text(200)
    .describe(
      'What lists of mails show of an e-mail beside its subject; Liquid. Empty: they show the beginning of the content.',
    )
    .meta({ examples: ['Three courses begin in September'] }),
  format: oneOf(formats).describe(
    'Markdown and HTML are cut to what e-mails can show: styles, style sheets, pictures and tables stay. Without a style sheet or a body of its own a content stands in the layout of the school; a link of Markdown with the title `button` is a button: `[Open](https://school.example "button")`. mjml: a whole e-mail in the components of MJML, without mj-include; the parts of mj-accordion and mj-carousel are shown one below the other.',
  ),
  body: text(maxBody, 1)
    .describe(
      'Liquid. Its variables are `user` (first_name, last_name, email, phone, locale, custom_fields), `school` (name, url), `unsubscribe_url` (the page on which the receiver chooses what they get), `view_url` (the e-mail in a browser) and those that the message gives.',
    )
    .meta({ examples: ['Hello {{ user.first_name }}, **welcome** to {{ school.name }}.'] }),
}
const Source = z.object(contentFields)
/** Messages that were queued before contents had one have no preheader. */
export type Source = Omit<z.infer<typeof Source>, 'preheader'> & { preheader?: string }

/** Something that an author should know of a content. */
export const ContentWarning = z.object({
  path: text(120).describe('The place in the body of the request, such as `body`.'),
  message: text(200).describe('What was taken out, and is not sent.'),
})
export type ContentWarning = z.infer<typeof ContentWarning>

/** What was taken out of a content when it was saved; `most` of one object. */
export const contentWarnings = (most: number) =>
  z
    .array(ContentWarning)
    .max(most)
    .describe('What was taken out of the content, because no e-mail can show it; empty for nothing.')

/** The content of a template or a mailing: a body, or a document of blocks, as pages have. */
export const storedFields = {
  ...contentFields,
  format: contentFields.format.describe(`Of the body. ${contentFields.format.description}`),
  body: contentFields.body.nullable().describe(`Null with a document. ${contentFields.body.description}`),
  document: MailDocument.nullable().describe(
    'In place of a body: the blocks of a page, besides forms, with Liquid in their texts; a tag ends in the text in which it begins. They become an e-mail when they are saved, in the colours that the school has then. Paths lead to its site. An offer is shown without its price.',
  ),
}
const Stored = z.object(storedFields)
export type Stored = z.infer<typeof Stored>

/** What is filled in: of a document the MJML that the site service has made of it. */
export const sourceOf = ({
  subject,
  preheader,
  format,
  body,
  mjml,
}: Omit<Stored, 'document'> & RenderedSource): Source =>
  body === null
    ? { subject, preheader, format: 'mjml', body: mjml ?? '' }
    : { subject, preheader, format, body }

/** What comes of a document, beside it; no answer shows it. */
export interface RenderedSource {
  mjml: string | null
  /** The objects that the document names. */
  named: string[]
}

/** Texts of a document, each a Liquid template by itself. */
export interface Piece {
  readonly path: string
  readonly text: string
}

/** The same content in Liquid alone: made once, filled in for each person. */
export interface Compiled {
  subject: string
  /** Null for plain text. */
  html: string | null
  text: string
  /** Names of what was taken out: `<script>`, `onclick`. */
  removed: readonly string[]
}

/** The targets of links that are the same for everybody, each once. */
export type Links = readonly string[]

export interface Filled {
  subject: string
  html: string | null
  text: string
  /** Variables without a value: `user.custom_fields.city`. */
  missing: string[]
}

/** Whether it is an e-mail whose subject is empty once the values of its person are in it. */
export const lacksSubject = (transport: string, { subject }: Pick<Filled, 'subject'>): boolean =>
  transport === 'email' && subject === ''

export type Variables = Readonly<Record<string, unknown>>

/** A content, and the values of each person. */
export interface Job {
  source: Source
  people: readonly Variables[]
  /** Texts of which each is to be Liquid by itself, so that an error has a place. */
  pieces?: readonly Piece[]
}
export interface Unfit {
  error: string
  /** The place of the piece that is wrong. */
  path?: string
}
export type Answer = { results: (Filled | Unfit)[]; links: Links; removed: readonly string[] } | Unfit
