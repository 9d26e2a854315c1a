// What one service's objects name in another's: asked for before they are named, and before they are deleted.
import { commerceContract } from '@lms/commerce/contract'
import { commerceService } from '@lms/commerce/service'
import { newId } from '@lms/contract'
import { learningContract } from '@lms/learning/contract'
import { learningService } from '@lms/learning/service'
import { startSystem, type TestSystem } from '@lms/testing'
import { usersContract } from '@lms/users/contract'
import { usersService } from '@lms/users/service'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [usersService, commerceService, learningService] })
}, 300_000)
afterAll(() => system.stop())

async function shop() {
  const caller = system.caller()
  const people = system.client('users', usersContract.resources, caller)
  const sales = system.client('commerce', commerceContract.resources, caller)
  const ann = (await people.users.create({ body: { email: 'ann@school.org' } })).id
  const offer = await sales.offers.create({ body: { name: 'Course', amount: 4900, currency: 'EUR' } })
  const order = () => sales.orders.create({ body: { user_id: ann, items: [{ offer_id: offer.id }] } })
  const { courses } = system.client('learning', learningContract.resources, caller)
  const course = async () => (await courses.create({ body: { title: 'Watercolour' } })).id
  const grant = async (order_id: string) =>
    people.accesses.create({
      body: { user_id: ann, course_id: await course(), order_id: order_id as `ord_${string}` },
    })
  const sell = (
    kind: 'course' | 'group' | 'webinar' | 'other',
    resource_id: `${'crs' | 'grp' | 'wbn'}_${string}`,
  ) => sales.offerItems.create({ path: { id: offer.id }, body: { kind, resource_id, name: 'Part' } })
  const group = () => people.groups.create({ body: { name: 'Spring' } })
  return { ann, people, sales, courses, course, offer, order, grant, sell, group }
}

const unknown = (path: string) => ({
  status: 422,
  reason: 'unknown_reference',
  details: [{ path, message: expect.any(String) }],
})

test('an access references an order that exists and is not canceled', async () => {
  const { sales, order, grant } = await shop()
  await expect(grant(newId('ord'))).rejects.toMatchObject(unknown('body.order_id'))
  const newOrder = await order()
  expect(await grant(newOrder.id)).toMatchObject({ order_id: newOrder.id })
  await sales.orders.cancel({ path: { id: newOrder.id } })
  await expect(grant(newOrder.id)).rejects.toMatchObject(unknown('body.order_id'))
})

test('another school’s order does not exist', async () => {
  const { order } = await shop()
  const { id } = await order()
  const { grant } = await shop()
  await expect(grant(id)).rejects.toMatchObject(unknown('body.order_id'))
})

test('an item of an offer references an existing group', async () => {
  const { sell, group } = await shop()
  await expect(sell('group', newId('grp'))).rejects.toMatchObject(unknown('body.resource_id'))
  const { id } = await group()
  expect(await sell('group', id)).toMatchObject({ resource_id: id })
})

test('an item of an offer references an object of its kind', async () => {
  const { sales, offer, sell, group, course: newCourse } = await shop()
  const { id } = await group()
  const unfit = { status: 422, reason: 'resource_invalid' }
  await expect(sell('course', id)).rejects.toMatchObject(unfit)
  await expect(sell('webinar', id)).rejects.toMatchObject(unfit)
  const item = await sell('group', id)
  const path = { id: offer.id, itemId: item.id }
  await expect(sales.offerItems.update({ path, body: { kind: 'course' } })).rejects.toMatchObject(unfit)
  const course = await newCourse()
  await expect(sales.offerItems.update({ path, body: { resource_id: course } })).rejects.toMatchObject(unfit)
  const body = { kind: 'course' as const, resource_id: course }
  expect(await sales.offerItems.update({ path, body })).toMatchObject(body)
})

test('a group that an offer sells is not deleted', async () => {
  const { people, sales, offer, sell, group } = await shop()
  const { id } = await group()
  const item = await sell('group', id)
  await expect(people.groups.delete({ path: { id } })).rejects.toMatchObject({
    status: 409,
    reason: 'still_named',
    details: [{ message: expect.stringContaining(item.id) }],
  })
  await sales.offerItems.delete({ path: { id: offer.id, itemId: item.id } })
  expect(await people.groups.delete({ path: { id } })).toEqual({ id, deleted: true })
})

test('a group is not deleted while a promo code is for its members', async () => {
  const { people, sales, group } = await shop()
  const { id } = await group()
  const code = { code: 'SPRING', kind: 'percent', percent: 20 } as const
  const missing = sales.promoCodes.create({ body: { ...code, group_ids: [newId('grp')] } })
  await expect(missing).rejects.toMatchObject(unknown('body.group_ids.0'))
  const promoCode = await sales.promoCodes.create({ body: { ...code, group_ids: [id] } })
  await expect(people.groups.delete({ path: { id } })).rejects.toMatchObject({
    status: 409,
    reason: 'still_named',
    details: [{ message: expect.stringContaining(promoCode.id) }],
  })
  await sales.promoCodes.delete({ path: { id: promoCode.id } })
  await people.groups.delete({ path: { id } })
})

test('an access, a group and an item of an offer reference a course that exists', async () => {
  const { ann, people, sell } = await shop()
  const course_id = newId('crs')
  const [access, group] = [
    { user_id: ann, course_id },
    { name: 'Spring', course_ids: [course_id] },
  ]
  await expect(people.accesses.create({ body: access })).rejects.toMatchObject(unknown('body.course_id'))
  await expect(people.groups.create({ body: group })).rejects.toMatchObject(unknown('body.course_ids.0'))
  await expect(sell('course', course_id)).rejects.toMatchObject(unknown('body.resource_id'))
})

test('a course is not deleted while an access, a group or an item of an offer names it', async () => {
  const { ann, people, sales, courses, course, offer, sell } = await shop()
  const id = await course()
  const item = await sell('course', id)
  const group = await people.groups.create({ body: { name: 'Spring', course_ids: [id] } })
  const access = await people.accesses.create({ body: { user_id: ann, course_id: id } })
  const refused = await courses.delete({ path: { id } }).catch(error => error)
  expect(refused).toMatchObject({ status: 409, reason: 'still_named' })
  const referrers = refused.details.map(({ message }: { message: string }) => message.split(' ')[0])
  expect(referrers.sort()).toEqual([item.id, group.id, access.id].sort())
  await sales.offerItems.delete({ path: { id: offer.id, itemId: item.id } })
  await people.groups.delete({ path: { id: group.id } })
  // What a person once had stays: the course can only be archived.
  await people.accesses.revoke({ path: { id: access.id } })
  await expect(courses.delete({ path: { id } })).rejects.toMatchObject({ reason: 'still_named' })
})
