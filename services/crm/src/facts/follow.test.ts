import { type Envelope, newId } from '@lms/contract'
import { changesPresent, personEvents } from './fact-sources.ts'
import { readPeopleOf } from './follow.ts'

const [ann, twin] = [newId('usr'), newId('usr')]

/** Which services are asked, and about whom, after events of these types. */
async function readAfter(types: readonly string[]) {
  const asked: string[] = []
  const runtime = {
    clock: { now: () => new Date('2026-11-24T09:00:00Z') },
    config: { serviceAddresses: { users: 'http://users', commerce: 'http://commerce' } },
    client: (service: string) => {
      const find = async ({ body }: { body: { ids: string[] } }) => {
        asked.push(`${service} ${body.ids.length}`)
        const people = body.ids.map(id => ({
          id,
          status: 'active',
          accesses: [],
          custom_fields: {},
          messenger: null,
        }))
        const none = { tag_ids: [], group_ids: [], consents: [] }
        return { people: people.map(person => ({ ...person, ...none })), unsettled: [], sums: [] }
      }
      return { userFacts: { find }, orderSums: { find } }
    },
  }
  const events = types.map(type => ({
    type,
    related: { user_id: ann, ...(type === 'user.merged' && { merged_user_id: twin }) },
  })) as unknown as Envelope[]
  const { people } = await readPeopleOf(events, { school: newId('sch'), runtime: runtime as never })
  return { asked, people: people.length }
}

test.each([
  [['order.created', 'lesson.completed', 'order.checkout_abandoned'], [], 0],
  [['user.created', 'user.tag_added', 'order.created'], ['users 1'], 1],
  [['order.paid'], ['users 1', 'commerce 1'], 1],
  [['user.merged'], ['users 2', 'commerce 2'], 2],
])('after %j are asked: %j', async (types, services, people) => {
  expect(await readAfter(types)).toEqual({ asked: services, people })
})

test('every event of users, and every one that moves money, may change what is true of a person', () => {
  const others = personEvents.filter(({ type }) => !changesPresent(type)).map(({ type }) => type)
  expect(others.filter(type => /^(user|course\.access)/.test(type))).toEqual(['user.form_submitted'])
  expect(others.filter(type => /paid|refund|succeeded|disputed/.test(type))).toEqual([])
})
