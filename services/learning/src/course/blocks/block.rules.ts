// What of a content is stored, and what cannot be.
import { isBlank } from '@lms/content/blank'
import { type Sender, TooDear } from '@lms/content/in-thread'
import { sanitize } from '@lms/content/sanitizing'
import { type RefusalDetail, Refused } from '@lms/contract'
import { refusals } from './block.contract.ts'
import { BlockContent } from './block-content.ts'

/**
 * The content with what remains of its HTML. Refuses HTML of which nothing remains, which is too long once its characters
 * are escaped, or takes too long to read.
 */
export async function stored(content: BlockContent, sender: Sender): Promise<BlockContent> {
  if (content.kind !== 'text') return content
  const part = { html: content.html, kind: 'block' } as const
  const [cleaned] = await sanitize([part], sender).catch(error => {
    throw error instanceof TooDear ? tooDear() : error
  })
  const { cleanedContent, details } = withCleaned(content, cleaned!.html)
  if (details.length) throw new Refused(refusals.block_invalid, undefined, { details })
  return cleanedContent
}

/** A text with what remains of its HTML, and what is wrong with it then. */
export function withCleaned(
  content: Extract<BlockContent, { kind: 'text' }>,
  html: string,
): { cleanedContent: BlockContent; details: RefusalDetail[] } {
  const cleanedContent = { ...content, html }
  const { error } = BlockContent.safeParse(cleanedContent)
  const details = (error?.issues ?? []).map(({ path, message }) => ({
    path: ['body.content', ...path.map(String)].join('.'),
    message,
  }))
  if (!error && isBlank(cleanedContent.html))
    details.push({ path: 'body.content.html', message: 'shows nothing to a reader' })
  return { cleanedContent, details }
}

const tooDear = () =>
  new Refused(
    refusals.block_invalid,
    'The HTML takes too long to be read. Remove what is no HTML from it, or divide it into several blocks.',
  )
