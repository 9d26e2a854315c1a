// Spam that created a person, in a whole installation: what merely records that the person was there keeps nobody.
import { siteContract } from '@lms/site/contract'
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { allServices } from '@lms/testing/all-services'
import { usersContract } from '@lms/users/contract'
import { webhooksContract } from '@lms/webhooks/contract'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: allServices })
}, 300_000)
afterAll(() => system.stop())

test('a marked submission takes its person back, though the journal has their events', async () => {
  const caller = system.caller()
  const { forms, submissions } = system.client('site', siteContract.resources, caller)
  const { users } = system.client('users', usersContract.resources, caller)
  const { events } = system.client('webhooks', webhooksContract.resources, caller)
  const fields = [{ key: 'email', label: 'E-mail', kind: 'email', person_field: 'email' } as const]
  const form = await forms.create({ body: { name: 'Call me back', fields } })
  const answers = { email: 'ann@school.example' }
  const submission = await submissions.create({ body: { form_id: form.id, answers } })
  const user_id = submission.user_id!
  await eventually('the journal', async () => {
    const { data } = await events.list({ query: { user_id } })
    const types = data.map(({ type }) => type)
    return types.includes('user.created') && types.includes('user.form_submitted')
  })
  const marked = await submissions.update({ path: { id: submission.id }, body: { spam: true } })
  expect(marked).toMatchObject({ status: 'spam', not_taken_back: [] })
  expect(await users.get({ path: { id: user_id } })).toMatchObject({ status: 'deleted' })
})
