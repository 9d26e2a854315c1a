// Bytes without a file: of uploads that went on after their file was deleted, and of calls that came too late. Once a day
// they are compared with the rows, school by school.
import { inSchool, lazyStores, type Runtime, SchoolErased, scheduled } from '@lms/service-host'
import { builder, type Stores } from '../builder.ts'
import { hasBytes } from '../storage/file.object.ts'
import { storageOf } from '../storage/settings.ts'
import type { StoredPage } from '../storage/storage.ts'
import { linkHours } from './file.rules.ts'

/** Younger ones may belong to an upload that begins, or to a file that is being deleted. */
const hoursOld = 2 * linkHours
const callSeconds = 30

const SchoolStores = lazyStores(builder.stores)

/** Removes the bytes of files that do not exist. Returns how many there were. */
export async function collectOrphans(runtime: Runtime): Promise<number> {
  const storage = storageOf(runtime)
  const call = () => ({ signal: AbortSignal.timeout(callSeconds * 1000) })
  const before = new Date(runtime.clock.now().getTime() - hoursOld * 3600_000)
  let removed = 0
  for (let after: string | null = null, page: StoredPage; ; after = page.next) {
    page = await storage.list(after, call())
    const old = page.files.filter(({ modified }) => modified < before)
    for (const [school, files] of Map.groupBy(old, file => file.school)) {
      const ids = files.map(({ id }) => id)
      const present = await inSchool(school, runtime, ({ work }) =>
        presentAmong(ids, new SchoolStores(work)),
      ).catch(noneOfErased)
      for (const { id } of files.filter(file => !present.has(file.id))) {
        await storage.remove(`${school}/${id}`, call())
        removed++
      }
    }
    if (page.next === null) return removed
  }
}

/** A school that was erased has no files: what a late upload has left goes, too. */
function noneOfErased(error: unknown): Set<string> {
  if (error instanceof SchoolErased) return new Set()
  throw error
}

/** Those of these ids that are files of the school, or artifacts, with bytes. */
async function presentAmong(ids: readonly string[], { files, artifacts }: Stores): Promise<Set<string>> {
  const [own, artifactRows] = await Promise.all([files.many(ids), artifacts.many(ids)])
  const storedFiles = own.filter(hasBytes)
  return new Set([...storedFiles, ...artifactRows].map(({ id }) => id))
}

export const collectOrphansTask = scheduled(
  'collect-orphans',
  '23 3 * * *',
  async runtime => {
    const removed = await collectOrphans(runtime)
    if (removed) runtime.log.info({ removed }, 'bytes without a file were removed')
  },
  { deadline: 3600 },
)
