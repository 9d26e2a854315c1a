import { newId } from '@lms/contract'
import { asSchool, step } from '@lms/service-host'
import { startSystem, type TestSystem } from '@lms/testing'
import { pixel } from '@lms/testing/examples'
import { siteService } from '../service.ts'
import { mebibyte } from '../storage/file.object.ts'
import { registryOf } from '../testing/registry.ts'
import { uploadsOf } from '../testing/uploads.ts'

let system: TestSystem
let time = Date.parse('2026-11-22T10:00:00Z')
beforeAll(async () => {
  const clock = { now: () => new Date(time) }
  system = await startSystem({ services: [siteService], clock, settings: { taskSlots: 0 } })
})
afterAll(() => system.stop())

/** Does what is due by then. */
const work = async (hours = 0) => {
  time += hours * 3600_000
  await system.services.site!.workOffTasks()
}

describe('the room of a school', () => {
  const gibibyte = 1024 * mebibyte
  async function small(limits: object) {
    const { id } = await registryOf(system).create({
      body: { name: 'Small', domains: [`${newId('sch').slice(4)}.example`], limits },
    })
    const caller = system.caller({ school: id as `sch_${string}` })
    return { caller, ...uploadsOf(system, caller) }
  }

  test('is taken when an upload begins, and refusals name the use', async () => {
    const { files } = await small({ storage_gibibytes: 1 })
    const start = (size: number) =>
      files.start({ body: { name: 'film.mp4', content_type: 'video/mp4', size } })
    const first = await start(0.75 * gibibyte)
    await expect(start(0.5 * gibibyte)).rejects.toMatchObject({
      status: 409,
      reason: 'storage_limit_reached',
      message: expect.stringContaining('768.0 MiB of 1024.0 MiB'),
    })
    await files.delete({ path: { id: first.id } })
    await start(0.5 * gibibyte)
  })

  test('is not taken twice by uploads that begin at once', async () => {
    const { files } = await small({ storage_gibibytes: 1 })
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, () =>
        files.start({ body: { name: 'film.mp4', content_type: 'video/mp4', size: 300 * mebibyte } }),
      ),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  })

  test('has a number of files', async () => {
    const { upload } = await small({ storage_files: 1 })
    const { id } = await upload(pixel)
    await expect(upload(pixel)).rejects.toMatchObject({ status: 409, reason: 'files_limit_reached' })
    expect(id).toMatch(/^fil_/)
  })

  test('is given back by rejection, deletion and uploads that end', async () => {
    const { files, upload, caller } = await small({ storage_gibibytes: 1 })
    const use = async () => {
      const { database } = system.services.site!.runtime
      const [, queryResult] = await database
        .of(caller.school)
        .run([
          asSchool(caller.school),
          step('select files, bytes from site.storage_use where school_id = $1', [caller.school]),
        ])
      return queryResult!.rows[0]!.map(Number)
    }
    const ready = await upload(pixel)
    expect(await use()).toEqual([1, pixel.length])
    await upload(Buffer.from('no picture'))
    expect(await use()).toEqual([2, pixel.length])
    await files.start({ body: { name: 'film.mp4', content_type: 'video/mp4', size: 1000 } })
    expect(await use()).toEqual([3, pixel.length + 1000])
    await work(24)
    expect(await use()).toEqual([2, pixel.length])
    await files.delete({ path: { id: ready.id } })
    await work(24 * 30)
    expect(await use()).toEqual([0, 0])
  })
})
