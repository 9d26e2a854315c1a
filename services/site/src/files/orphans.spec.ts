import { newId } from '@lms/contract'
import { inSchool, lazyStores } from '@lms/service-host'
import { asOwner, eventually, startSystem, type TestSystem } from '@lms/testing'
import { pixel } from '@lms/testing/examples'
import { builder } from '../builder.ts'
import { siteService } from '../service.ts'
import { filesOf, uploadsOf } from '../testing/uploads.ts'
import { collectOrphans } from './collect-orphans.ts'
import { keepFilesUsedBy } from './file-use.ts'
import { fileUses } from './file-uses.ts'

let system: TestSystem
let later = 0
beforeAll(async () => {
  const clock = { now: () => new Date(Date.now() + later) }
  system = await startSystem({ services: [siteService], clock, settings: { taskSlots: 0 } })
})
afterAll(() => system.stop())

const runtime = () => system.services.site!.runtime
const call = () => ({ signal: AbortSignal.timeout(20_000) })

test('bytes without a file are removed after two days, and no others', async () => {
  const caller = system.caller()
  const { upload, start, storage } = uploadsOf(system, caller)
  const orphan = `${newId('sch')}/${newId('fil')}`
  await storage.write({ key: orphan, size: 5, type: 'text/plain' }, Buffer.from('bytes'), call())
  const beside = `${caller.school}/${newId('fil')}`
  await storage.write({ key: beside, size: 5, type: 'text/plain' }, Buffer.from('bytes'), call())
  const ready = await upload(pixel)
  await start(pixel)
  later = 47 * 3600_000
  expect(await collectOrphans(runtime())).toBe(0)
  later = 49 * 3600_000
  expect(await collectOrphans(runtime())).toBe(2)
  expect(await storage.stat(orphan)).toBeNull()
  expect(await storage.stat(beside)).toBeNull()
  expect(await storage.stat(`${caller.school}/${ready.id}`)).toMatchObject({ size: pixel.length })
  expect(await collectOrphans(runtime())).toBe(0)
})

test('a file that something begins to use is not deleted meanwhile', async () => {
  const caller = system.caller()
  const { id } = await uploadsOf(system, caller).upload(pixel)
  const Stores = lazyStores(builder.stores)
  let used = false
  keepFilesUsedBy([async file => (used && file === id ? [newId('pag')] : [])])
  try {
    let removing: Promise<unknown> | undefined
    await inSchool(caller.school, runtime(), async ({ work }) => {
      expect(await new Stores(work).files.lockReady([id])).toMatchObject([{ id }])
      removing = filesOf(system, caller)
        .delete({ path: { id } })
        .catch(error => error)
      const waits = `select from pg_locks where locktype in ('transactionid', 'tuple') and not granted`
      const waiting = eventually('the deletion to wait for the lock', async () => {
        const { rowCount } = await asOwner(system.ownerUrl, client => client.query(waits))
        return rowCount! > 0 && 'waits'
      })
      // It has no outcome while the use is being written.
      expect(await Promise.race([removing, waiting])).toBe('waits')
      used = true
    })
    expect(await removing).toMatchObject({ status: 409, reason: 'file_in_use' })
  } finally {
    keepFilesUsedBy(fileUses)
  }
})
