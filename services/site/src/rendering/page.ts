// A whole page of a school: the layout with its blocks.
import { setImmediate as othersFirst } from 'node:timers/promises'
import type { Html } from '@lms/html'
import type { Block } from '../pages/block.ts'
import { piecesOf } from './blocks.ts'
import { Context, type PageEnvironment, type PageObjects } from './context.ts'
import type { PageHead, Rendered, SiteFacts } from './facts.ts'
import { shellOf } from './shell.ts'

/** Blocks after this many characters are left out: a form that has grown since may stand on a page ten times. */
export const maxCharacters = 4_000_000
/** Milliseconds for which one page holds the process. */
const turnMs = 5

export interface RenderedPage extends Rendered {
  /** Whether it has a form or an offer. */
  interactive: boolean
}

export async function pageOf(
  site: SiteFacts,
  page: { head: PageHead; blocks: readonly Block[]; draft: boolean },
  objects: PageObjects,
  environment: PageEnvironment,
): Promise<RenderedPage> {
  const context = new Context(site, objects, environment)
  const content = await contentOf(page.blocks, context)
  const { head, draft } = page
  return {
    ...shellOf(site, { head, content, sources: context.sources, draft }),
    interactive: context.interactive,
  }
}

async function contentOf(blocks: readonly Block[], context: Context): Promise<Html[]> {
  const content: Html[] = []
  let characters = 0
  let began = performance.now()
  for (const block of blocks) {
    if (characters > maxCharacters) break
    for (const piece of piecesOf(block, context)) {
      content.push(piece)
      characters += piece.text.length
      if (performance.now() - began > turnMs) {
        await othersFirst()
        began = performance.now()
      }
    }
  }
  return content
}
