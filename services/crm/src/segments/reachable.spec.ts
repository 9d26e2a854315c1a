// "May be written to about a topic" in a rule: what people say, and what the list of suppressions has, moves them at once.
import { hostOperations } from '@lms/service-host'
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { crmService } from '../service.ts'
import { usualTopics } from '../settings/topic.ts'
import { schoolOf } from '../testing/school.ts'
import { segments as operations } from './segment.contract.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [usersService, crmService] })
})
afterAll(() => system.stop())

async function schoolWithReaders() {
  const school = await schoolOf(system)
  const { api, consents, person, users } = school
  const reader = async () => {
    const { id, email } = await person()
    await consents.record({ path: { id }, body: { channel: 'email', text_version: '1', source: 'form' } })
    return { id, email: email! }
  }
  const rule = { reachable: 'news' }
  const segment = await api.segments.create({ body: { name: 'Readers', rule } })
  const members = async () => {
    const { data } = await api.segmentMembers.list({ path: { id: segment.id } })
    return data.map(({ user_id }) => user_id).sort()
  }
  const toBe = (step: string, ids: readonly string[]) =>
    eventually(step, async () => JSON.stringify(await members()) === JSON.stringify([...ids].sort()))
  /** What the leaf says of a person. */
  const reasonFor = async (user_id: string) => {
    const preview = await api.segments.preview({ body: { rule, user_id: user_id as never } })
    return preview.person!.leaves[0]!.value
  }
  return { ...school, users, reader, members, toBe, reasonFor }
}

test('who says no leaves, who says yes again comes back, and the leaf says why', async () => {
  const { api, person, reader, toBe, reasonFor } = await schoolWithReaders()
  const [ann, bea, stranger] = [await reader(), await reader(), await person()]
  await toBe('both readers', [ann.id, bea.id])
  expect(await reasonFor(stranger.id)).toBe('no_consent')

  const path = { userId: ann.id }
  await api.preferences.replace({ path, body: { off_topics: ['news'] } })
  await toBe('one who wants no news', [bea.id])
  expect(await reasonFor(ann.id)).toBe('topic_off')
  await api.preferences.replace({ path, body: { off_topics: [] } })
  await toBe('one who wants them again', [ann.id, bea.id])

  const entry = await api.suppressions.create({ body: { address: ann.email.toUpperCase() } })
  await toBe('an address on the list', [bea.id])
  expect(await reasonFor(ann.id)).toBe('suppressed')
  await api.suppressions.delete({ body: { id: entry.id } })
  await toBe('an address that is on it no more', [ann.id, bea.id])
})

test('an entry stands for its address: a person with another one is reached again', async () => {
  const { api, users, reader, toBe } = await schoolWithReaders()
  const ann = await reader()
  await toBe('a reader', [ann.id])
  await api.suppressions.create({ body: { address: ann.email, topic: 'news' } })
  await toBe('nobody', [])
  await users.update({ path: { id: ann.id }, body: { email: `new-${ann.email}` } })
  await toBe('a reader with another address', [ann.id])
  await users.update({ path: { id: ann.id }, body: { email: ann.email } })
  await toBe('a reader with the old address', [])
})

test('another basis of a topic is asked of everybody again', async () => {
  const { api, caller, person, reader, toBe } = await schoolWithReaders()
  const [ann, other] = [await reader(), await person()]
  await toBe('the one with a consent', [ann.id])
  await api.suppressions.create({ body: { user_id: ann.id, topic: 'orders' } })
  const topics = usualTopics.map(topic =>
    topic.key === 'news' ? { ...topic, basis: 'opt_out' as const } : topic,
  )
  const { host } = system.internal('crm', { host: hostOperations }, { as: 'service', school: caller.school })
  await host.changeSettings({ body: { values: { topics }, version: null, role: 'owner' } })
  await toBe('everybody', [ann.id, other.id])
  await api.preferences.replace({ path: { userId: ann.id }, body: { all_off: true } })
  await toBe('who did not say no', [other.id])
})

test('it asks for the rights to read what it tells, and for a topic that there is', async () => {
  const { api, caller, reader } = await schoolWithReaders()
  const { id } = await reader()
  const rule = { and: [{ reachable: 'news', by: 'sms' }] }
  const limited = { ...caller, rights: [['segments:*', 'users:read']] } as typeof caller
  const { segments } = system.client('crm', { segments: operations }, limited)
  await expect(segments.preview({ body: { rule, user_id: id } })).rejects.toMatchObject({
    reason: 'permission_missing',
    details: [{ path: 'body.rule.and.0' }, { path: 'body.rule.and.0' }],
  })
  await expect(api.segments.preview({ body: { rule: { reachable: 'gossip' } } })).rejects.toMatchObject({
    reason: 'rule_invalid',
    details: [{ path: 'body.rule.reachable', message: 'no topic of the settings has the key gossip' }],
  })
})
