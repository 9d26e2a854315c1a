// Builds an export: all data about a person, from every service, in one encrypted file.
import { formatTime, type Id } from '@lms/contract'
import { enqueue, linkHours, type TaskHandler, type Work } from '@lms/service-host'
import { builder, type Stores } from '../../builder.ts'
import { User } from '../../people/users/user.contract.ts'
import { dataOfAllServices, itemsOf, visitorCheckouts } from '../personal-data/data-everywhere.ts'
import type { DataExportRow } from './export.store.ts'
import { buildExport, removeExport } from './export.task.ts'
import { ExportFile, ExportTooLarge, maxBytes } from './export-file.ts'

/** Builds an export of at most this many bytes. */
export const buildExportTask = (most = maxBytes): TaskHandler<Stores> =>
  builder.task(
    buildExport,
    async ({ payload: { export_id }, ...work }, stores) => {
      const order = await stores.dataExports.find(export_id)
      if (!order || order.status === 'finished') return
      const file = new ExportFile(most)
      try {
        await gather(order.user_id, file, work, stores)
      } catch (error) {
        if (!(error instanceof ExportTooLarge)) throw error
        return end(export_id, { failure: 'too_large' }, work, stores)
      }
      await end(export_id, { content: work.runtime.vault.seal(file.text) }, work, stores)
    },
    {
      failed: ({ payload: { export_id }, ...work }, stores) =>
        end(export_id, { failure: 'unavailable' }, work, stores),
    },
  )

export const removeExportTask = builder.task(removeExport, async ({ payload }, { dataExports }) => {
  const order = await dataExports.find(payload.export_id)
  if (order) dataExports.remove(order)
})

/** `{user, areas: [{service, what, items}], made_at}`; besides the file, one page of one kind is in memory. */
async function gather(
  userId: Id<'usr'>,
  file: ExportFile,
  asking: Pick<Work, 'runtime' | 'work'>,
  stores: Stores,
): Promise<void> {
  let separator = ''
  const add = async (service: string, what: string, pages: Parameters<ExportFile['addList']>[0]) => {
    file.add(`${separator}{"service":${JSON.stringify(service)},"what":${JSON.stringify(what)},"items":`)
    await file.addList(pages)
    file.add('}')
    separator = ','
  }
  const user = User.parse(await stores.users.get(userId))
  file.add(`{"user":${JSON.stringify(user)},"areas":[`)
  // Most kinds are empty: a call to a busy service for each would decide how long an export takes.
  for (const { service, what, count } of await dataOfAllServices(userId, asking, stores))
    await add(service, what, count === 0 ? [] : itemsOf({ service, what }, userId, asking, stores))
  await add('commerce', 'checkouts without an account', visitorCheckouts(user, asking))
  file.add(`],"made_at":${JSON.stringify(asking.work.now)}}`)
}

/** Records the outcome, unless the export was deleted meanwhile, and schedules its deletion. */
async function end(
  id: DataExportRow['id'],
  result: { content: string } | { failure: NonNullable<DataExportRow['failure']> },
  { work, runtime }: Pick<Work, 'runtime' | 'work'>,
  { dataExports }: Stores,
): Promise<void> {
  const order = await dataExports.lockOpen(id)
  if (!order) return
  // From its completion on, not from its beginning.
  const over = new Date(runtime.clock.now().getTime() + linkHours * 3_600_000)
  if ('failure' in result) dataExports.move(order, 'fail', result)
  else dataExports.move(order, 'finish', { ...result, failure: null, expires_at: formatTime(over) })
  enqueue(work, removeExport, { export_id: id }, { at: over, key: id })
}
