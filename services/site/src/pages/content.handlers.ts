import { isDeepStrictEqual } from 'node:util'
import { Refused } from '@lms/contract'
import type { Work } from '@lms/service-host'
import { builder, type Stores } from '../builder.ts'
import { sanitized } from './block.html.ts'
import { namedBy } from './block.references.ts'
import { refuseUnfit } from './block.rules.ts'
import type { Block } from './block.ts'
import { pageContents, pageVersions, refusals } from './page.contract.ts'
import type { PageContent } from './page.object.ts'
import type { DraftRow, VersionRow } from './page.store.ts'
import { previewPath } from './preview-link.ts'

type At = Pick<Work, 'work' | 'runtime'>

export const pageContentHandlers = builder.implement(pageContents, {
  get: async ({ path, ...at }, { pageDrafts, pageVersions }) => {
    const [draft, visible] = await Promise.all([pageDrafts.get(path.id), pageVersions.live(path.id)])
    return shown(draft, visible, at)
  },

  save: async ({ path, body, ...at }, stores) => {
    const blocks = sanitized(body.blocks)
    refuseUnfit(blocks)
    return saveDraft(path.id, blocks, at, stores)
  },
})

export const pageVersionHandlers = builder.implement(pageVersions, {
  list: async ({ path, query }, { pages, pageVersions }) => {
    const ofPage = { sql: 't.page_id = $', values: [path.id] }
    const [page] = await Promise.all([pageVersions.page(query, [ofPage]), pages.get(path.id)])
    return page
  },

  restore: async ({ path, body, ...at }, stores) => {
    const [version] = await Promise.all([
      stores.pageVersions.find(body.version_id),
      stores.pages.get(path.id),
    ])
    if (version?.page_id !== path.id) throw new Refused(refusals.page_version_unknown)
    return saveDraft(path.id, version.blocks, at, stores)
  },
})

/** Saves the draft of a page. If-Match is about the draft: a publication meanwhile does not disturb its editor. */
async function saveDraft(id: string, blocks: Block[], at: At, stores: Stores): Promise<PageContent> {
  const { pages, pageDrafts, pageVersions } = stores
  const [page, draft, visible] = await Promise.all([
    pages.lockAnyVersion(id),
    pageDrafts.lock(id),
    pageVersions.live(id),
  ])
  if (isDeepStrictEqual(blocks, draft.blocks)) return shown(draft, visible, at)
  pages.nameAt(page.id, 'draft', namedBy(blocks))
  pages.save(page, { has_changes: !isDeepStrictEqual(blocks, visible?.blocks) })
  return shown(pageDrafts.save(draft, { blocks, saved_at: at.work.now }), visible, at)
}

/** The draft and what visitors see, with a link to a preview. */
const shown = (draft: DraftRow, visible: VersionRow | null, at: At): PageContent => ({
  id: draft.id,
  version: draft.version,
  draft: { blocks: draft.blocks, saved_at: draft.saved_at },
  published: visible && {
    blocks: visible.blocks,
    number: visible.number,
    published_at: visible.created_at,
  },
  preview_path: previewPath(at.runtime.vault, {
    school: at.work.school,
    page: draft.id,
    now: at.work.origin.now,
  }),
})
