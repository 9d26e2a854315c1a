// The HTML in blocks is stored as what remains of it.
import { isBlank } from '@lms/content/blank'
import type { HtmlPart } from '@lms/content/html'
import { type Sender, TooDear } from '@lms/content/in-thread'
import { sanitize } from '@lms/content/sanitizing'
import { type RefusalDetail, Refused } from '@lms/contract'
import type { Block, LeafBlock } from './block.ts'
import { leavesOf } from './block-references.ts'
import { refusals } from './page.contract.ts'

interface HtmlLocation {
  path: string
  part: HtmlPart
}

/** The HTML of blocks, in their order. */
export function htmlIn(blocks: readonly Block[]): HtmlLocation[] {
  return leavesOf(blocks).flatMap(({ path, block }) =>
    block.type === 'text' || block.type === 'html'
      ? [
          {
            path: `${path}.html`,
            part: { html: block.html, kind: block.type === 'text' ? ('text' as const) : ('block' as const) },
          },
        ]
      : [],
  )
}

/** The blocks with this HTML instead, in the same order. */
export function withHtml(blocks: readonly Block[], texts: Iterator<string>): Block[] {
  const leaf = (block: LeafBlock): LeafBlock =>
    block.type === 'text' || block.type === 'html' ? { ...block, html: texts.next().value as string } : block
  return blocks.map(block =>
    block.type === 'columns'
      ? { ...block, columns: block.columns.map(({ blocks }) => ({ blocks: blocks.map(leaf) })) }
      : leaf(block),
  )
}

export interface Cleaned {
  blocks: Block[]
  /** What was removed, a sentence for each block. */
  warnings: string[]
}

/** The blocks with what remains of their HTML. Refuses HTML that cannot be read in time, or of which nothing shows. */
export async function sanitized(blocks: readonly Block[], sender: Sender): Promise<Cleaned> {
  const locations = htmlIn(blocks)
  const parts = await sanitize(
    locations.map(({ part }) => part),
    sender,
  ).catch(error => {
    throw error instanceof TooDear ? tooDear() : error
  })
  const blank = locations.flatMap(({ path, part }, index): RefusalDetail[] =>
    part.html !== '' && isBlank(parts[index]!.html)
      ? [{ path, message: 'shows nothing to a reader: write a text, or take the block out' }]
      : [],
  )
  if (blank.length)
    throw new Refused(refusals.page_content_invalid, undefined, { details: blank.slice(0, 50) })
  const warnings = locations.flatMap(({ path }, index) => {
    const { removed } = parts[index]!
    return removed.length ? [`${path.replace('body.', '')}: removed ${removed.join(', ')}`] : []
  })
  const cleanedHtml = parts.map(({ html }) => html)
  return { blocks: withHtml(blocks, cleanedHtml.values()), warnings: warnings.slice(0, 50) }
}

const tooDear = () =>
  new Refused(
    refusals.page_content_invalid,
    'The HTML of the content takes too long to be read. Remove what is no HTML from it, or save it in smaller parts.',
  )
