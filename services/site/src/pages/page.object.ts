// A page as the API shows it, its content and its versions.
import { id, stamps, statusOf, text, timestamp } from '@lms/contract'
import { z } from 'zod'
import { canonicalPath } from '../redirects/redirect.contract.ts'
import { Blocks } from './block.ts'
import { pageLifecycle } from './page.lifecycle.ts'

/** The address of a page in the form that browsers send. */
export const pagePath = () =>
  z
    .string()
    .max(300)
    .regex(
      /^\/([^\s?#\\/][^\s?#\\]*)?$/,
      'must be a path from the root, without query and fragment: /courses',
    )
    .overwrite(canonicalPath)
    .refine(path => path.length <= 500, 'must have at most 500 characters after escaping')
    .meta({ examples: ['/courses'] })

export const Page = z.object({
  id: id('pag'),
  path: pagePath().describe('The address at the school’s own address; / is the home page.'),
  title: text(200, 1).describe("Shown as the heading of the browser's tab and by search engines."),
  description: text(500).describe('The text that search engines and previews of links show.'),
  image_file_id: id('fil').nullable().describe('The picture in previews of links: a ready image.'),
  indexed: z.boolean().describe('Whether search engines may list it.'),
  status: statusOf(pageLifecycle).describe('A `published` page is visible at its path; its draft is not.'),
  publish_at: timestamp().nullable().describe('When the draft will be published.'),
  published_at: timestamp().nullable().describe('When visitors first saw the present content.'),
  published_number: z.int32().min(1).nullable().describe('The number of the version that visitors see.'),
  has_changes: z.boolean().describe('Whether the draft differs from what visitors see.'),
  ...stamps,
})
export type Page = z.infer<typeof Page>

export const PageContent = z.object({
  id: id('pag'),
  version: z.int32().min(1).describe('The version of the draft; send it as `If-Match`.'),
  draft: z
    .object({ blocks: Blocks.describe('The blocks of the draft from the top.'), saved_at: timestamp() })
    .describe('The content that editors work on.'),
  published: z
    .object({
      blocks: Blocks.describe('The blocks of the page from the top.'),
      number: z.int32().min(1).describe('The number of the published version.'),
      published_at: timestamp(),
    })
    .nullable()
    .describe('The content that visitors see; null while the page is not published.'),
  warnings: z
    .array(text(1000))
    .max(50)
    .describe(
      'What this save removed from the HTML of which block; empty if nothing was, and when it is read.',
    ),
  preview_path: z
    .string()
    .describe(
      'Where staff see the draft without a credential for a day: a path at the school’s own address.',
    ),
})
export type PageContent = z.infer<typeof PageContent>

export const PageVersion = z.object({
  id: id('pgv'),
  page_id: id('pag'),
  number: z.int32().min(1).describe('Counts up from 1 with each publication.'),
  title: text(200, 1).describe('The title of the page in this version.'),
  blocks: Blocks.describe('The blocks of the page from the top.'),
  created_at: timestamp(),
})
export type PageVersion = z.infer<typeof PageVersion>
