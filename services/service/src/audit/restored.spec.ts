import { formatTime, newId } from '@lms/contract'
import { hostOperations } from '@lms/service-host'
import { asOwner, startSystem, type TestSystem } from '@lms/testing'
import { serviceService } from '../service.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [serviceService] })
})
afterAll(() => system.stop())

const moment = formatTime(new Date())
/** An id whose first ten characters are its time: these are of the years 1970, 2021, 10889. */
const idAt = (time: string) => `aud_${time}${newId('aud').slice(14)}`
const [ancient, old, future] = ['0000000000', '01f0000000', '7zzzzzzzzz'].map(idAt)

const row = (id: string) => ({
  ...{ id, service: 'users', operation: 'users.create', object_id: null, key_id: null, actor_user_id: null },
  ...{ role: 'owner', status: 201, request_id: 'r', client_request_id: null, event_ids: [], duration_ms: 1 },
  created_at: moment,
})
const partitions = () =>
  asOwner(system.ownerUrl, async owner => {
    const { rows } = await owner.query(
      `select count(*)::int as count from pg_inherits where inhparent = 'service.audit_log'::regclass`,
    )
    return rows[0].count as number
  })
const restore = (...ids: string[]) => {
  const { school } = system.caller()
  const { host } = system.internal('service', { host: hostOperations }, { as: 'service', school })
  const lines = ids.map(id => JSON.stringify(row(id))).join('\n')
  return host.restoreRows({ body: { table: 'audit_log', moment, lines } })
}

test('rows of an archive make the partitions of their own months, and none between them', async () => {
  const before = await partitions()
  expect(await restore(old!, newId('aud'))).toEqual({ rows: 2 })
  expect((await partitions()) - before).toBe(1)
})

test.each([
  ['younger than it', future!],
  ['of a time before there were archives', ancient!],
  ['of no time', 'aud_x'],
])('a changed archive with a row %s makes no partitions, and is refused', async (_, id) => {
  const before = await partitions()
  await expect(restore(newId('aud'), id)).rejects.toMatchObject({ status: 422, reason: 'row_not_restorable' })
  expect(await partitions()).toBe(before)
})
