import { cancelTasks, crudHandlers } from '@lms/service-host'
import { builder, type Stores } from '../builder.ts'
import { pages } from './page.contract.ts'
import { leavePath, takePath } from './page-addresses.ts'
import { lockReferences } from './page-references.ts'
import { changesVisible, publish, publishAt, publishPage, withdraw } from './publishing.ts'

const { list, create, get, update: change } = pages

const crud = crudHandlers({ list, create, get, update: change }, ({ pages }: Stores) => pages, {
  sets: (_, { before }) => ({
    status: before?.status ?? 'draft',
    publish_at: before?.publish_at ?? null,
    published_at: before?.published_at ?? null,
    published_number: before?.published_number ?? null,
    has_changes: before?.has_changes ?? true,
    versions_made: before?.versions_made ?? 0,
  }),
  check: async (page, { before, stores }) => {
    const { image_file_id: id } = page
    if (id && id !== before?.image_file_id)
      await lockReferences([{ path: 'body.image_file_id', id, kind: 'image' }], stores)
    if (page.path === before?.path) return
    await takePath(page.path, before, stores)
    if (before?.status === 'published') await leavePath(before.path, page.path, stores)
    // Addresses at which visitors knew it before it was withdrawn.
    else if (before) stores.redirects.retarget(before.path, page.path)
  },
})

export const pageHandlers = builder.implement(pages, {
  ...crud,

  create: async (input, stores) => {
    const page = await crud.create(input, stores)
    stores.pageDrafts.insert({ id: page.id, blocks: [], saved_at: input.now, version: 1 })
    if (page.image_file_id) stores.pages.nameAt(page.id, 'picture', [page.image_file_id])
    return page
  },

  update: async (input, stores) => {
    const page = await crud.update(input, stores)
    const { image_file_id } = input.body
    if (image_file_id !== undefined)
      stores.pages.nameAt(page.id, 'picture', image_file_id === null ? [] : [image_file_id])
    if (page.status === 'published' && input.work.hasWrites) changesVisible(input.work)
    return page
  },

  delete: async ({ path, work }, stores) => {
    const page = await stores.pages.lock(path.id)
    if (page.status === 'published') withdraw(page, stores, work)
    else cancelTasks(work, publishPage, [page.id])
    stores.pages.removeWhole(page)
    return { id: page.id, deleted: true as const }
  },

  publish: async ({ path, body, work }, stores) => {
    const [page, draft] = await Promise.all([
      stores.pages.lock(path.id),
      stores.pageDrafts.lockAnyVersion(path.id),
    ])
    if (body.action === 'withdraw') return withdraw(page, stores, work)
    if (body.at !== null && new Date(body.at) > work.origin.now) return publishAt(page, body.at, stores, work)
    cancelTasks(work, publishPage, [page.id])
    return publish(page, draft, stores, work)
  },
})
