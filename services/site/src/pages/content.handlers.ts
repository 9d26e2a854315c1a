import { isDeepStrictEqual } from 'node:util'
import { Refused } from '@lms/contract'
import { referenceCheck, type Work } from '@lms/service-host'
import { builder, type Stores } from '../builder.ts'
import { refuseUnfit } from './block.rules.ts'
import type { Block } from './block.ts'
import { sanitized } from './block-html.ts'
import { referencesOf, referencesOfBlocks } from './block-references.ts'
import { pageContents, pageVersions, refusals } from './page.contract.ts'
import type { PageContent } from './page.object.ts'
import type { DraftRow, PageRow, VersionRow } from './page.store.ts'
import { lockReferences } from './page-references.ts'
import { previewPath } from './preview-link.ts'

type At = Pick<Work, 'work' | 'runtime'>

const checkReferences = referenceCheck(pageContents.save.body)

export const pageContentHandlers = builder.implement(pageContents, {
  get: async ({ path, ...ctx }, { pageDrafts, pageVersions }) => {
    const [draft, visible] = await Promise.all([pageDrafts.get(path.id), pageVersions.live(path.id)])
    return pageContentOf(draft, visible, ctx)
  },

  save: async ({ path, body, charge, ...ctx }, stores) => {
    const { blocks, warnings } = await sanitized(body.blocks, { school: ctx.work.school, charge })
    refuseUnfit(blocks)
    // If-Match is about the draft: a publication meanwhile does not disturb its editor.
    const locked = Promise.all([stores.pages.lockAnyVersion(path.id), stores.pageDrafts.lock(path.id)])
    return { ...(await saveDraft(locked, blocks, ctx, stores)), warnings }
  },
})

export const pageVersionHandlers = builder.implement(pageVersions, {
  list: async ({ path, query }, { pages, pageVersions }) => {
    const ofPage = { sql: 't.page_id = $', values: [path.id] }
    const [page] = await Promise.all([pageVersions.page(query, [ofPage]), pages.get(path.id)])
    return page
  },

  restore: async ({ path, body, ...ctx }, stores) => {
    const [version] = await Promise.all([
      stores.pageVersions.find(body.version_id),
      stores.pages.get(path.id),
    ])
    if (version?.page_id !== path.id) throw new Refused(refusals.page_version_unknown)
    // As of a draft that somebody saves: an offer may be gone since the version was published.
    await checkReferences({ blocks: version.blocks }, ctx)
    const locked = Promise.all([stores.pages.lock(path.id), stores.pageDrafts.lockAnyVersion(path.id)])
    return saveDraft(locked, version.blocks, ctx, stores)
  },
})

/** Saves the draft of a page; `locked` are its rows, the page first. */
async function saveDraft(
  locked: Promise<[PageRow, DraftRow]>,
  blocks: Block[],
  ctx: At,
  stores: Stores,
): Promise<PageContent> {
  const { pages, pageDrafts, pageVersions } = stores
  const [[page, draft]] = await Promise.all([locked, lockReferences(referencesOf(blocks), stores)])
  const visible = await pageVersions.live(page.id)
  if (isDeepStrictEqual(blocks, draft.blocks)) return pageContentOf(draft, visible, ctx)
  pages.nameAt(page.id, 'draft', referencesOfBlocks(blocks))
  pages.noteDraft(page, { has_changes: !isDeepStrictEqual(blocks, visible?.blocks) })
  return pageContentOf(pageDrafts.save(draft, { blocks, saved_at: ctx.work.now }), visible, ctx)
}

/** The draft and what visitors see, with a link to a preview. */
const pageContentOf = (draft: DraftRow, visible: VersionRow | null, ctx: At): PageContent => ({
  id: draft.id,
  version: draft.version,
  warnings: [],
  draft: { blocks: draft.blocks, saved_at: draft.saved_at },
  published: visible && {
    blocks: visible.blocks,
    number: visible.number,
    published_at: visible.created_at,
  },
  preview_path: previewPath(ctx.runtime.vault, {
    school: ctx.work.school,
    page: draft.id,
    now: ctx.work.origin.now,
  }),
})
