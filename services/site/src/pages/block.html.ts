// Blocks are stored with what remains of their HTML.
import { blockHtml, textHtml } from '@lms/content/html'
import type { Block, LeafBlock } from './block.ts'

/** The blocks with what remains of their HTML. */
export const sanitized = (blocks: readonly Block[]): Block[] =>
  blocks.map(block =>
    block.type === 'columns'
      ? { ...block, columns: block.columns.map(({ blocks }) => ({ blocks: blocks.map(sanitizedLeaf) })) }
      : sanitizedLeaf(block),
  )

function sanitizedLeaf(block: LeafBlock): LeafBlock {
  if (block.type === 'text') return { ...block, html: textHtml(block.html) }
  if (block.type === 'html') return { ...block, html: blockHtml(block.html) }
  return block
}
