// A publication copies the draft into a version, which visitors see from then on. The lock of the page's row orders
// publications, withdrawals and saved drafts.
import { id } from '@lms/contract'
import { cancelTasks, enqueue, task, type UnitOfWork } from '@lms/service-host'
import { z } from 'zod'
import type { Stores } from '../builder.ts'
import type { DraftRow, PageRow } from './page.store.ts'

/** Publishes the draft of a page at its time. */
export const publishPage = task('publish-page', {
  payload: z.object({ page_id: id('pag') }),
  state: z.object({}),
})

/** Shows the draft of a locked page to visitors; changes nothing if they see it already. */
export function publish(page: PageRow, { blocks }: DraftRow, stores: Stores, work: UnitOfWork): PageRow {
  if (page.status === 'published' && !page.has_changes) return stores.pages.save(page, { publish_at: null })
  const number = page.versions_made + 1
  stores.pageVersions.add({ page, number, blocks })
  stores.pages.nameAsDraft(page.id)
  changesVisible(work)
  return stores.pages.move(page, 'publish', {
    published_at: work.now,
    published_number: number,
    versions_made: number,
    publish_at: null,
    has_changes: false,
  })
}

/** Has the draft of a locked page published at a time, in place of any time before. */
export function publishAt(page: PageRow, at: string, { pages }: Stores, work: UnitOfWork): PageRow {
  enqueue(work, publishPage, { page_id: page.id }, { key: page.id, at: new Date(at) })
  return pages.save(page, { publish_at: at })
}

/** Takes a locked page from visitors, and cancels a planned publication. */
export function withdraw(page: PageRow, { pages }: Stores, work: UnitOfWork): PageRow {
  cancelTasks(work, publishPage, [page.id])
  if (page.status === 'draft' && page.publish_at !== null) return pages.save(page, { publish_at: null })
  const unseen = { published_at: null, published_number: null, publish_at: null, has_changes: true }
  const withdrawn = pages.move(page, 'withdraw', unseen)
  pages.nameAt(page.id, 'published', [])
  changesVisible(work)
  return withdrawn
}

/** Has gateways forget the school's pages that they keep. */
export const changesVisible = (work: UnitOfWork): void => work.outgoing.invalidate({ kind: 'pages' })
