import { hostOperations } from '@lms/service-host'
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { siteService } from '../service.ts'
import { schoolIn } from '../testing/forms.ts'
import { submissionsOfPerson } from './submission.data.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [siteService, usersService] })
})
afterAll(() => system.stop())

const { what } = submissionsOfPerson

/** A school where Ann and Bob have each submitted the form. */
async function newSchool() {
  const { caller, api, people, form, submit } = schoolIn(system)
  const consents = [{ key: 'news', text: 'Send me news.', channel: 'email' as const }]
  const { id } = await form({ consents })
  const send = (email: string, name: string) =>
    submit(
      id,
      { email, name },
      {
        fields: { hobby: 'kayaks' },
        consents: ['news'],
        page_url: 'https://landing.example/kayaks',
        referrer: 'https://search.example/kayaks',
        utm: { source: 'kayaks' },
      },
    )
  const [ann, bob] = [await send('ann@school.example', 'Ann'), await send('bob@school.example', 'Bob')]
  const get = (submission: { id: string }) => api.submissions.get({ path: { id: submission.id } })
  const scope = { as: 'users', school: caller.school }
  const { hostOperations: hostClient } = system.internal('site', { hostOperations }, scope)
  const exported = async (user_id: typeof ann.user_id, after: string | null = null) =>
    hostClient.data({ body: { user_id: user_id!, what, after } })
  return { api, people, send, ann, bob, get, exported }
}

test('an export shows what the person submitted, and nobody else’s', async () => {
  const { ann, bob, send, exported } = await newSchool()
  const second = await send('ann@school.example', 'Anna')
  expect(second.user_id).toBe(ann.user_id)
  expect(await exported(ann.user_id)).toEqual({ items: [ann, second], next: null })
  expect(await exported(ann.user_id, ann.id)).toEqual({ items: [second], next: null })
  expect((await exported(bob.user_id)).items).toEqual([bob])
  const { exported: elsewhere } = await newSchool()
  expect((await elsewhere(ann.user_id)).items).toEqual([])
})

test('a merge moves the submissions to the person who stays, with what they contain', async () => {
  const { people, api, ann, bob, get, exported } = await newSchool()
  const { moves } = await people.persons.merge({
    path: { id: bob.user_id! },
    body: { user_id: ann.user_id! },
  })
  expect(moves).toContainEqual(expect.objectContaining({ service: 'site', what, count: 1, dropped: false }))
  const moved = await eventually('the merge', async () => {
    const currentSubmission = await get(ann)
    return currentSubmission.user_id === bob.user_id && currentSubmission
  })
  const { updated_at, version } = moved
  expect(moved).toEqual({ ...ann, user_id: bob.user_id, updated_at, version })
  const { data } = await api.submissions.list({ query: { user_id: bob.user_id! } })
  expect(data.map(({ id }) => id).sort()).toEqual([ann.id, bob.id].sort())
  expect((await exported(ann.user_id)).items).toEqual([])
  expect((await exported(bob.user_id)).items).toEqual([moved, bob])
})

test('an erasure blanks what the person wrote, and keeps what they agreed to', async () => {
  const { people, ann, bob, get } = await newSchool()
  const { areas } = await people.persons.anonymize({ path: { id: ann.user_id! } })
  expect(areas).toContainEqual(expect.objectContaining({ service: 'site', what, count: 1 }))
  const blank = await eventually('the erasure', async () => {
    const currentSubmission = await get(ann)
    return currentSubmission.answers.length === 0 && currentSubmission
  })
  expect(blank).toMatchObject({ unmapped: [], page_url: '', referrer: '', consents: ann.consents })
  expect(blank.utm).toEqual({ source: '', medium: '', campaign: '', term: '', content: '' })
  expect(JSON.stringify(blank)).not.toMatch(/ann@|kayaks/i)
  expect(await get(bob)).toEqual(bob)
})
