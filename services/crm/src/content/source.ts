// What the school writes, and what a person gets.
import { oneOf, text } from '@lms/contract'
import { z } from 'zod'

export const formats = ['markdown', 'html', 'mjml', 'text'] as const
/** Maximum characters of a body. */
const mostBody = 100_000

/** The content of a message: Liquid in Markdown, HTML, MJML or plain text. */
export const contentFields = {
  subject: text(300)
    .describe('The subject of an e-mail, the title of a push or in-app message; Liquid.')
    .meta({ examples: ['{{ user.first_name }}, your course begins'] }),
  format: oneOf(formats).describe(
    'Markdown and HTML are cut to a list of safe elements. mjml: a whole e-mail in the components of MJML, without mj-raw, mj-style, mj-font, mj-include, mj-social, mj-accordion and mj-carousel.',
  ),
  body: text(mostBody, 1)
    .describe(
      'Liquid. Its variables are `user` (first_name, last_name, email, phone, locale, custom_fields), `school` (name, url) and those that the message gives.',
    )
    .meta({ examples: ['Hello {{ user.first_name }}, **welcome** to {{ school.name }}.'] }),
}
const Source = z.object(contentFields)
export type Source = z.infer<typeof Source>

/** The same content in Liquid alone: made once, filled in for each person. */
export interface Compiled {
  subject: string
  /** Null for plain text. */
  html: string | null
  text: string
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

export type Variables = Readonly<Record<string, unknown>>
