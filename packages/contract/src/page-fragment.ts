// The pages at a school's address that services write. The gateway sets them into the layout of the school.
import { z } from 'zod'
import { text } from './field-types.ts'

/** What the text of a page depends on besides its object. */
export const pageVisit = {
  path: text(1000, 1).describe('The address of the page, to which its forms are sent.'),
  language: text(100, 1).describe('That of the school: a BCP 47 tag.'),
  school_name: text(200),
}
const Visit = z.object(pageVisit)
export type PageVisit = z.infer<typeof Visit>

/** A page without the layout around it. */
export const PageFragment = z.object({
  title: text(500).describe('Also the heading.'),
  content: z.string().describe('HTML.'),
  data: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe('What a program gets in place of the page; null for a page that only people use.'),
})
export type PageFragment = z.infer<typeof PageFragment>

/** A title and a text. */
export type Said = readonly [title: string, text: string]

/**
 * What stands in place of a page, by the status of the refusal; `away` for every other status. The gateway writes it, since
 * it refuses before it asks the service, and while the service is away. What is absent is said in words common to all pages.
 */
export interface PageRefusals {
  readonly 400?: Said
  readonly 403?: Said
  readonly 404: Said
  readonly 429?: (minutes: number) => Said
  readonly away?: Said
}
