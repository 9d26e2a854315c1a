import { builder } from '../builder.ts'
import { publish, publishPage } from './publishing.ts'

export const publishPageTask = builder.task(publishPage, async ({ payload, work }, stores) => {
  const { pages, pageDrafts } = stores
  if (!(await pages.find(payload.page_id))) return
  const [page, draft] = await Promise.all([pages.lock(payload.page_id), pageDrafts.get(payload.page_id)])
  // Withdrawn, or published by hand, just before.
  if (page.publish_at === null) return
  const at = new Date(page.publish_at)
  if (at > work.origin.now) return { state: {}, at }
  publish(page, draft, stores, work)
})
