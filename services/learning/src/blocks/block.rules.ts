// What of a content is stored, and what cannot be.
import { blockHtml } from '@lms/content/html'
import { Refused } from '@lms/contract'
import { BlockContent } from './block.content.ts'
import { refusals } from './block.contract.ts'

/**
 * The content with what remains of its HTML. Refuses HTML of which nothing remains, or which is too long once its
 * characters are escaped.
 */
export function stored(content: BlockContent): BlockContent {
  if (content.kind !== 'text') return content
  const left = { ...content, html: blockHtml(content.html) }
  const { error } = BlockContent.safeParse(left)
  if (!error) return left
  const details = error.issues.map(({ path, message }) => ({
    path: ['body.content', ...path.map(String)].join('.'),
    message,
  }))
  throw new Refused(refusals.block_unfit, undefined, { details })
}
