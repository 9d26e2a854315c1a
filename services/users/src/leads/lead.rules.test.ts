import type { Lead } from '../lead-model/lead.contract.ts'
import type { HeldAt } from '../personal-data/data-everywhere.ts'
import { dependsOn } from './lead.rules.ts'

const lead = { tag_ids: ['tag_1'], consent_ids: [] } as unknown as Lead
const held = (service: string, what: string, count: number, incidental = false) =>
  ({ service, what, count, incidental }) as HeldAt

test.each<{ that: string; version?: number; held: HeldAt[]; depends: boolean }>([
  { that: 'nothing', held: [], depends: false },
  { that: 'what the submission gave', held: [held('users', 'tags', 1)], depends: false },
  { that: 'its own lead', held: [held('users', 'effects of form submissions', 1)], depends: false },
  { that: 'a second lead', held: [held('users', 'effects of form submissions', 2)], depends: true },
  { that: 'another tag', held: [held('users', 'tags', 2)], depends: true },
  { that: 'a consent', held: [held('users', 'consents', 1)], depends: true },
  { that: 'an order', held: [held('commerce', 'orders', 1)], depends: true },
  { that: 'kinds without data', held: [held('commerce', 'orders', 0)], depends: false },
  { that: 'events of the journal', held: [held('webhooks', 'events', 5, true)], depends: false },
  { that: 'submissions', held: [held('site', 'form submissions', 1, true)], depends: false },
  { that: 'an audit record', held: [held('service', 'audit records', 1)], depends: true },
  { that: 'a change of the person', version: 2, held: [], depends: true },
])('$that: the person stays: $depends', ({ version = 1, held, depends }) => {
  expect(dependsOn({ version }, lead, held)).toBe(depends)
})
