// What the leaf says of facts is what sending says of the person that they were made from.
import { newId } from '@lms/contract'
import fc from 'fast-check'
import { transportKinds } from '../addresses/kinds.ts'
import { factsOfUser, nameOf } from '../facts/fact.rules.ts'
import { objectionFacts } from '../facts/objection.rules.ts'
import { ineligibilityOf } from '../preferences/eligibility.rules.ts'
import { basesOf, topicIn, usualTopics } from '../settings/topic.ts'
import { suppressionReasons } from '../suppressions/suppression.contract.ts'
import { unreachedBecause } from './reachable-leaf.ts'

const topics = [...usualTopics, { key: 'tips', name: 'Tips', basis: 'opt_out' as const }]
const keys = ['news', 'orders', 'tips', 'gone']
const transport = fc.constantFrom(...transportKinds)
const person = fc.record({
  status: fc.constantFrom('active' as const, 'blocked' as const),
  email: fc.option(fc.constant('ann@school.example')),
  phone: fc.option(fc.constant('+491711234567')),
  messenger: fc.option(fc.constant('4711')),
  consents: fc.subarray(['email', 'sms', 'messenger', 'push'] as const),
  choice: fc.option(
    fc.record({
      all_off: fc.integer({ min: 0, max: 4 }).map(each => each === 0),
      off_transports: fc.subarray([...transportKinds], { maxLength: 2 }),
      off_topics: fc.subarray(keys, { maxLength: 2 }),
    }),
  ),
  entries: fc.array(
    fc.record({
      transport,
      topic: fc.option(fc.constantFrom(...keys)),
      reason: fc.constantFrom(...suppressionReasons),
    }),
    { maxLength: 2 },
  ),
})
const nothingOff = { all_off: false, off_transports: [], off_topics: [] }

test('the leaf and sending give the same reason, or both none', () => {
  const reasons = new Set<string | null>()
  fc.assert(
    fc.property(person, transport, fc.constantFrom(...keys), (drawn, by, reachable) => {
      const { choice, entries, consents, status, email, phone, messenger } = drawn
      const user = {
        ...{ id: newId('usr'), first_name: '', last_name: '', role: 'student' as const, locale: 'en' },
        ...{ time_zone: null, custom_fields: {}, created_at: '2026-11-24T12:00:00.000Z' },
        ...{ tag_ids: [], group_ids: [], accesses: [], status, email, phone, messenger, consents },
      }
      // The list is asked by addresses: only those that the person has are theirs.
      const addresses = { email, sms: phone, telegram: messenger, push: user.id, in_app: user.id }
      const own = entries.filter(entry => addresses[entry.transport] !== null)
      const facts = Map.groupBy([...factsOfUser(user as never), ...objectionFacts(choice, own)], nameOf)
      const suppressed = own
        .filter(each => each.transport === by && (each.topic === null || each.topic === reachable))
        .map(({ reason }) => reason)
      const sending = ineligibilityOf({
        ...{ user, transport: by, address: addresses[by], topic: topicIn(topics, reachable), suppressed },
        ...{ consents: new Set<string>(consents), preferences: choice ?? nothingOff },
      })
      reasons.add(sending)
      expect(unreachedBecause({ reachable, by }, facts, basesOf(topics))).toBe(sending)
    }),
    { numRuns: 2000 },
  )
  expect(reasons.size).toBeGreaterThanOrEqual(6)
})
