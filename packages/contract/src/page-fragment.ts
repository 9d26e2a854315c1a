// The pages at a school's address that services write. The gateway sets them into the layout of the school.
import { z } from 'zod'
import { text } from './field-types.ts'

/** What the text of a page depends on besides its object. */
export const pageVisit = {
  path: text(1000, 1).describe('The address of the page, to which its forms are sent.'),
  language: text(100, 1).describe('That of the school: a BCP 47 tag.'),
  school_name: text(200),
  time_zone: text(100, 1).describe('That of the school, for the times that the page says.'),
}
const Visit = z.object(pageVisit)
export type PageVisit = z.infer<typeof Visit>

/** Fields of a form, or parameters of an address, by their names. */
export const enteredFields = () => z.record(text(50), text(500))

/** What a page with a form shows besides: the gateway signs the form, and tells how an attempt ended. */
export const formVisit = {
  fields: enteredFields().describe('What the address of the page says, or what the last attempt sent.'),
  key: text(100, 1).describe('For the field `key` of the form.'),
  attempt: z
    .object({
      reason: text(100).describe('`too_fast`, or the reason of the refusal.'),
      fields: z.array(text(200)).max(50).describe('What of the form was wrong.'),
    })
    .nullable()
    .describe('Why the last attempt had no effect; null for none.'),
}
const FormVisited = z.object({ ...pageVisit, ...formVisit })
export type FormVisit = z.infer<typeof FormVisited>

/** A page without the layout around it; `data` is what it says, as data. */
export const fragmentWith = <T extends z.ZodType>(data: T) =>
  z.object({
    title: text(500).describe('Also the heading.'),
    content: z.string().describe('HTML.'),
    language: text(100).optional().describe('Of its text, where it is not that of the school.'),
    data: data.describe('What the page says. Some pages give it to programs.'),
    images: z.array(text(300)).describe('Where its pictures come from, for the content policy.'),
    media: text(300).nullable().describe('Where its video plays from, for the content policy.'),
    frames: z.array(text(300)).describe('Where what it shows in frames comes from, for the content policy.'),
    script: text(100)
      .nullable()
      .describe('The hash of its one script, as the content policy names it. It talks to the school alone.'),
    refresh: z
      .object({ seconds: z.int(), url: text(4000) })
      .nullable()
      .describe('Where the page leads by itself.'),
    location: text(4000).nullable().describe('Where the visitor is led in place of the page.'),
  })

/** A page, with what a program gets in its place; null for one that is only for people. */
export const PageFragment = fragmentWith(z.record(z.string(), z.unknown()).nullable())
export type PageFragment = z.infer<typeof PageFragment>

/** A title and a text. */
export type Notice = readonly [title: string, text: string]

/**
 * What stands in place of a page, by the status of the refusal; `away` for every other status. The gateway writes it, since
 * it refuses before it asks the service, and while the service is away. What is absent is said in words common to all pages.
 */
export interface PageRefusals {
  readonly 400?: Notice
  readonly 403?: Notice
  readonly 404: Notice
  readonly 429?: (minutes: number) => Notice
  readonly unavailable?: Notice
}
