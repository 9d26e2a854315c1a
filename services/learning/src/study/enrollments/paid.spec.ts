import { commerceContract } from '@lms/commerce/contract'
import { commerceService } from '@lms/commerce/service'
import { eventually, gatedAt, openGate, startSystem, type TestSystem } from '@lms/testing'
import { usersContract } from '@lms/users/contract'
import { usersService } from '@lms/users/service'
import { learningContract } from '../../contract.ts'
import { learningService } from '../../service.ts'

const gate = openGate()
let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [gatedAt(gate, usersService), commerceService, learningService] })
})
afterAll(async () => {
  gate.open()
  await system.stop()
})

test('who has just paid begins to study, although the right comes a moment later; who has not is refused', async () => {
  const caller = system.caller()
  const { users } = system.client('users', usersContract.resources, caller)
  const { offers, offerItems, orders } = system.client('commerce', commerceContract.resources, caller)
  const { courses, enrollments } = system.client('learning', learningContract.resources, caller)
  const person = async (name: string) => (await users.create({ body: { email: `${name}@school.org` } })).id
  const [ann, ben, course] = [
    await person('ann'),
    await person('ben'),
    await courses.create({ body: { title: 'Watercolour' } }),
  ]
  const offer = await offers.create({ body: { name: 'Course', amount: 4900, currency: 'EUR' } })
  const item = { kind: 'course', resource_id: course.id, name: 'Lessons' } as const
  await offerItems.create({ path: { id: offer.id }, body: item })
  const order = await orders.create({ body: { user_id: ann, items: [{ offer_id: offer.id }] } })
  gate.close()
  await orders.markPaid({ path: { id: order.id }, body: {} })
  await eventually('users to read of the payment', () => gate.came > 0)
  const study = (user_id: typeof ann) => enrollments.create({ body: { user_id, course_id: course.id } })
  await expect(study(ben)).rejects.toMatchObject({ reason: 'access_missing' })
  const pendingStudy = study(ann)
  // It was refused by now without another look.
  await expect(study(ben)).rejects.toMatchObject({ reason: 'access_missing' })
  gate.open()
  const { id, user_id } = await pendingStudy
  expect(user_id).toBe(ann)
  // The right is younger than the request that waited for it, by milliseconds.
  await eventually('the study to begin', async () => {
    const { status } = await enrollments.get({ path: { id } })
    return status === 'active'
  })
})
