import { startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { siteService } from '../service.ts'
import { schoolIn } from '../testing/forms.ts'

const day = 86_400_000
let system: TestSystem
let ahead = 0
beforeAll(async () => {
  const clock = { now: () => new Date(Date.now() + ahead) }
  system = await startSystem({ services: [siteService, usersService], clock, settings: { taskSlots: 0 } })
})
afterAll(() => system.stop())

const workOff = () => system.services.site!.workOffTasks()

test('spam is deleted a month after it was marked, and nothing else is', async () => {
  const { api, form, submit, mark } = schoolIn(system)
  const { id: formId } = await form()
  const sent = async (name: string) => (await submit(formId, { email: `${name}@school.example` })).id
  const remainingIds = async () =>
    (await api.submissions.list({ query: { form_id: formId } })).data.map(({ id }) => id).sort()
  const [unmarkedId, early, restored] = [await sent('ann'), await sent('bob'), await sent('cid')]
  await mark(early, true)
  await mark(restored, true)
  ahead += 20 * day
  const late = await sent('dan')
  await mark(late, true)
  await mark(restored, false)
  ahead += 9 * day
  await workOff()
  expect(await remainingIds()).toEqual([unmarkedId, early, restored, late].sort())
  ahead += 2 * day
  await workOff()
  expect(await remainingIds()).toEqual([unmarkedId, restored, late].sort())
  ahead += 20 * day
  await workOff()
  expect(await remainingIds()).toEqual([unmarkedId, restored].sort())
  expect((await api.forms.get({ path: { id: formId } })).submissions_count).toBe(2)
})
