import { type Caller, newId } from '@lms/contract'
import { step } from '@lms/service-host'
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { usersContract } from '@lms/users/contract'
import { usersService } from '@lms/users/service'
import { serviceContract } from '../contract.ts'
import { serviceService } from '../service.ts'

describe('queues', () => {
  let system: TestSystem
  const now = Date.parse('2026-11-21T09:30:00Z')
  beforeAll(async () => {
    // Nothing runs the tasks here, so queued ones stay.
    const clock = { now: () => new Date(now) }
    system = await startSystem({
      services: [usersService, serviceService],
      clock,
      settings: { taskSlots: 0 },
    })
  })
  afterAll(() => system.stop())
  const queues = (caller: Caller) => system.client('service', serviceContract.resources, caller).queues
  const leaving = async (caller: Caller) =>
    (await queues(caller).list()).data.find(({ id }) => id === 'users.leave-tag')!
  const rows = (text: string, values: string[]) =>
    system.services.users!.runtime.system.rows(step(text, values))

  /** A school with a tag that is to leave its people. */
  async function school() {
    const caller = system.caller()
    const { tags } = system.client('users', usersContract.resources, caller)
    const tag = await tags.create({ body: { name: 'VIP' } })
    await tags.delete({ path: { id: tag.id } })
    const [job] = (await leaving(caller)).jobs
    return { caller, job: job! }
  }
  const fail = (id: string) =>
    rows(
      `update users.tasks set status = 'failed', failures = 10, error = 'unavailable', failed_at = due_at where id = $1`,
      [id],
    )

  test("show the school's waiting tasks, their delay and failures, and nothing of another school", async () => {
    const [{ caller, job }, { job: others }] = [await school(), await school()]
    expect(await leaving(caller)).toMatchObject({ service: 'users', length: 1, delay_seconds: 0, failed: 0 })
    expect(job).toMatchObject({ status: 'queued', steps: 0, failures: 0, error: null, progress: null })
    await rows(
      `update users.tasks set due_at = due_at - interval '90 seconds' where id = any(array[$1, $2])`,
      [job.id, others.id],
    )
    expect(await leaving(caller)).toMatchObject({ delay_seconds: 90 })
    await fail(job.id)
    const failed = await leaving(caller)
    expect(failed).toMatchObject({ length: 0, delay_seconds: 0, failed: 1 })
    expect(failed.jobs).toEqual([
      expect.objectContaining({ id: job.id, status: 'failed', error: 'unavailable' }),
    ])
    expect(JSON.stringify(failed)).not.toContain(others.id)
  })

  test('are filtered by their failures and lengths', async () => {
    const { caller, job } = await school()
    const ids = async (query: object) =>
      (await queues(caller).list({ query: { limit: 100, ...query } as never })).data.map(({ id }) => id)
    expect(await ids({ 'failed[gt]': '0' })).toEqual([])
    expect(await ids({ 'length[gt]': '0' })).toEqual(['users.leave-tag'])
    await fail(job.id)
    expect(await ids({ 'failed[gt]': '0' })).toEqual(['users.leave-tag'])
    expect(await ids({ 'failed[gt]': '0', service: 'service' })).toEqual([])
  })

  test('show the progress of a job with many steps', async () => {
    const { caller, job } = await school()
    await rows(`update users.tasks set steps = 3, state = '{"people": 600}' where id = $1`, [job.id])
    expect((await leaving(caller)).jobs[0]).toMatchObject({ steps: 3, progress: { done: 600, total: null } })
  })

  test('a failed job is retried manually, once, with an audit record', async () => {
    const { caller, job } = await school()
    const retry = (by = caller) => queues(by).retry({ path: { queue: 'users.leave-tag', id: job.id } })
    await expect(retry()).rejects.toMatchObject({ status: 409, reason: 'job_not_failed' })
    await fail(job.id)
    await expect(retry(system.caller())).rejects.toMatchObject({ status: 404 })
    expect(await retry()).toEqual({ id: job.id, queue: 'users.leave-tag', status: 'queued' })
    expect((await leaving(caller)).jobs[0]).toMatchObject({ status: 'queued', failures: 0, error: null })
    await expect(retry()).rejects.toMatchObject({ status: 409, reason: 'job_not_failed' })
    await eventually('the audit record', async () => {
      const { data } = await system.client('service', serviceContract.resources, caller).auditLog.list()
      return data.some(({ operation, object_id }) => operation.includes('/retry') && object_id === job.id)
    })
  })

  test('a job is not retried if a newer one will do the same', async () => {
    const { caller, job } = await school()
    await fail(job.id)
    await rows(
      `insert into users.tasks (school_id, queue, id, key, payload, status, due_at, request_id, created_at)
       select school_id, queue, $2, key, payload, 'ready', due_at, request_id, created_at from users.tasks where id = $1`,
      [job.id, newId('job')],
    )
    const retrying = queues(caller).retry({ path: { queue: 'users.leave-tag', id: job.id } })
    await expect(retrying).rejects.toMatchObject({ status: 409, reason: 'job_superseded' })
  })

  test.each(['users.nothing', 'users', 'nobody.leave-tag', '__proto__.x'])(
    'the queue %s is not found',
    async queue => {
      const retrying = queues(system.caller()).retry({ path: { queue, id: newId('job') } })
      await expect(retrying).rejects.toMatchObject({ status: 404 })
    },
  )

  test('an unavailable service is named in a warning, and the others answer', async () => {
    await system.services.users!.stop()
    const answer = await queues(system.caller()).list()
    expect(answer.warnings).toEqual([expect.stringContaining('users is unavailable')])
  })
})
