import { asOwner, startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { crmService } from '../service.ts'
import { schoolOf } from '../testing/school.ts'
import { actions } from './action.contract.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [usersService, crmService] })
})
afterAll(() => system.stop())

test('what a scenario makes is recorded, once; a message is its own record', async () => {
  const { caller, api, person } = await schoolOf(system)
  const [student, manager] = [await person(), await person({ role: 'manager' })]
  const internal = system.internal('crm', { actions }, { as: 'scenarios', school: caller.school })
  const records = () =>
    asOwner(system.ownerUrl, async owner => {
      const text = `select payload from crm.outbox where school_id = $1 and payload::text like '%"way":"scenario"%' order by position`
      return (await owner.query(text, [caller.school])).rows.map(({ payload }) =>
        typeof payload === 'string' ? JSON.parse(payload) : payload,
      )
    })
  const task = { title: 'Call', user_id: student.id, assignee_id: manager.id }
  const body = { actions: [{ kind: 'task', key: 'scenarios 1', task }] } as never
  const [first] = (await internal.actions.carryOut({ body })).results
  await internal.actions.carryOut({ body })
  expect(await records()).toMatchObject([{ way: 'scenario', object_id: first!.id }])
  // Whoever is no staff gets no task: somebody has to take it.
  const forStudent = { ...task, assignee_id: student.id }
  const [second] = (
    await internal.actions.carryOut({
      body: { actions: [{ kind: 'task', key: 'scenarios 2', task: forStudent }] } as never,
    })
  ).results
  expect(second).toMatchObject({ outcome: 'done', reason: 'assignee_unknown' })
  expect(await api.tasks.get({ path: { id: second!.id as never } })).toMatchObject({ assignee_id: null })
  const message = { user_id: student.id, topic: 'study', subject: 'Hi', body: 'Hello', attachments: [] }
  await internal.actions.carryOut({
    body: { actions: [{ kind: 'message', key: 'scenarios 3', message }] } as never,
  })
  expect(await records()).toHaveLength(2)
})
