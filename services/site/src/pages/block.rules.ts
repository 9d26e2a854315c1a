// What of a content cannot be shown, after its HTML is sanitized.
import { type Prefix, prefixes, prefixOf, type RefusalDetail, Refused } from '@lms/contract'
import { type Block, Blocks, maxContentBytes } from './block.ts'
import { leavesOf, referencesOf } from './block-references.ts'
import { refusals } from './page.contract.ts'

/** Refuses a content that is too large, names too much, or repeats an anchor. */
export function refuseUnfit(blocks: readonly Block[]): void {
  const details = [
    ...tooLarge(blocks),
    ...namingTooMuch(blocks),
    ...grown(blocks),
    ...repeatedAnchors(blocks),
  ]
  if (details.length)
    throw new Refused(refusals.page_content_invalid, undefined, { details: details.slice(0, 50) })
}

function tooLarge(blocks: readonly Block[]): RefusalDetail[] {
  const bytes = Buffer.byteLength(JSON.stringify(blocks))
  if (bytes <= maxContentBytes) return []
  const message = `has ${bytes} bytes as JSON; at most ${maxContentBytes} are allowed: move a part to another page`
  return [{ path: 'body.blocks', message }]
}

/** What one page may name, by kind: each form may have fifty fields, and each picture five addresses. */
const maxNamed = { fil: 300, frm: 10, off: 50 }

function namingTooMuch(blocks: readonly Block[]): RefusalDetail[] {
  const counts = Map.groupBy(referencesOf(blocks), ({ id }) => prefixOf(id))
  return Object.entries(maxNamed).flatMap(([kind, most]) => {
    const count = counts.get(kind as Prefix)?.length ?? 0
    if (count <= most) return []
    const message = `has ${count} ${prefixes[kind as Prefix]}s; at most ${most} are allowed: move a part to another page`
    return [{ path: 'body.blocks', message }]
  })
}

/** HTML with characters that had to be escaped is longer than what was sent. */
function grown(blocks: readonly Block[]): RefusalDetail[] {
  const { error } = Blocks.safeParse(blocks)
  return (error?.issues ?? []).map(({ path, message }) => ({
    path: ['body.blocks', ...path.map(String)].join('.'),
    message,
  }))
}

function repeatedAnchors(blocks: readonly Block[]): RefusalDetail[] {
  const seen = new Set<string>()
  return leavesOf(blocks).flatMap(({ path, block }) => {
    if (block.type !== 'heading' || block.anchor === null) return []
    const message = `another heading has the anchor ${block.anchor}`
    if (seen.has(block.anchor)) return [{ path: `${path}.anchor`, message }]
    seen.add(block.anchor)
    return []
  })
}
