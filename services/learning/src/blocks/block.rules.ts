// What of a content is stored, and what cannot be.
import { isBlank } from '@lms/content/html'
import { sanitize } from '@lms/content/sanitizing'
import { TooDear } from '@lms/content/turns-thread'
import { Refused } from '@lms/contract'
import { refusals } from './block.contract.ts'
import { BlockContent } from './block-content.ts'

/**
 * The content with what remains of its HTML, and the milliseconds of a processor that this took beside the process.
 * Refuses HTML of which nothing remains, which is too long once its characters are escaped, or takes too long to read; with
 * `patient`, as tasks ask, never because others wait.
 */
export async function stored(
  content: BlockContent,
  school: string,
  waits: { patient?: boolean } = {},
): Promise<{ content: BlockContent; milliseconds: number }> {
  if (content.kind !== 'text') return { content, milliseconds: 0 }
  const part = { html: content.html, kind: 'block' } as const
  const { parts, milliseconds } = await sanitize([part], school, waits).catch(error => {
    throw error instanceof TooDear ? tooDear() : error
  })
  const left = { ...content, html: parts[0]!.html }
  const { error } = BlockContent.safeParse(left)
  const details = (error?.issues ?? []).map(({ path, message }) => ({
    path: ['body.content', ...path.map(String)].join('.'),
    message,
  }))
  if (!error && isBlank(left.html))
    details.push({ path: 'body.content.html', message: 'shows nothing to a reader' })
  if (details.length) throw new Refused(refusals.block_unfit, undefined, { details })
  return { content: left, milliseconds }
}

const tooDear = () =>
  new Refused(
    refusals.block_unfit,
    'The HTML takes too long to be read. Remove what is no HTML from it, or divide it into several blocks.',
  )
