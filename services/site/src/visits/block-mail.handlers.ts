// Documents of blocks become MJML, checked as the content of a page is.
import { type RefusalDetail, Refused } from '@lms/contract'
import { builder } from '../builder.ts'
import { refuseUnfit } from '../pages/block.rules.ts'
import type { Block, MailDocument } from '../pages/block.ts'
import { sanitized } from '../pages/block-html.ts'
import { leavesOf, referencesOf } from '../pages/block-references.ts'
import { unshowable } from '../pages/page-references.ts'
import { mailOf } from '../rendering/mail.ts'
import { blockMails } from './block-mail.contract.ts'
import { objectsOf } from './block-objects.ts'
import { mediaOf, schoolOf } from './school.ts'

export const blockMailHandlers = builder.implement(blockMails, {
  render: async ({ body, charge, ...ctx }, stores) => {
    try {
      const { blocks } = await sanitized(body.document.blocks, { school: ctx.work.school, charge })
      refuseUnfit(blocks)
      const [site, objects] = await Promise.all([schoolOf(ctx, stores), objectsOf(blocks, [], ctx, stores)])
      const faults = [...unshowable(referencesOf(blocks), objects.files, objects.forms), ...anchored(blocks)]
      if (faults.length) return unfit(faults)
      // What remains of a document without forms has none.
      const document = { blocks } as MailDocument
      return { faults: [], document, mjml: mailOf(site, blocks, objects, mediaOf(ctx)) }
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      const { details, message } = error
      return unfit(details.length ? details : [{ path: 'body.blocks', message }])
    }
  },
})

const unfit = (faults: readonly RefusalDetail[]) => ({
  faults: faults.slice(0, 50).map(({ path, message }) => ({ path: path.replace(/^body\./, ''), message })),
  document: null,
  mjml: '',
})

/** Only a page has places that #anchors lead to. */
const anchored = (blocks: readonly Block[]): RefusalDetail[] =>
  leavesOf(blocks).flatMap(({ path, block }) => {
    const [field, target] =
      block.type === 'button' ? ['target', block.target] : block.type === 'image' ? ['link', block.link] : []
    const message = 'an e-mail has no anchors: give a path or an address'
    return target?.startsWith('#') ? [{ path: `${path}.${field}`, message }] : []
  })
