import type { ServiceData } from '../../privacy/personal-data/data-everywhere.ts'
import type { Lead } from '../lead-model/lead.contract.ts'
import { dependsOn } from './lead.rules.ts'

const lead = { tag_ids: ['tag_1'], consent_ids: [] } as unknown as Lead
const area = (service: string, what: string, count: number, incidental = false) =>
  ({ service, what, count, incidental }) as ServiceData

test.each<{ that: string; version?: number; areas: ServiceData[]; depends: boolean }>([
  { that: 'nothing', areas: [], depends: false },
  { that: 'what the submission gave', areas: [area('users', 'tags', 1)], depends: false },
  { that: 'its own lead', areas: [area('users', 'effects of form submissions', 1)], depends: false },
  { that: 'a second lead', areas: [area('users', 'effects of form submissions', 2)], depends: true },
  { that: 'another tag', areas: [area('users', 'tags', 2)], depends: true },
  { that: 'a consent', areas: [area('users', 'consents', 1)], depends: true },
  { that: 'an order', areas: [area('commerce', 'orders', 1)], depends: true },
  { that: 'kinds without data', areas: [area('commerce', 'orders', 0)], depends: false },
  { that: 'events of the journal', areas: [area('webhooks', 'events', 5, true)], depends: false },
  { that: 'submissions', areas: [area('site', 'form submissions', 1, true)], depends: false },
  { that: 'an audit record', areas: [area('service', 'audit records', 1)], depends: true },
  { that: 'a change of the person', version: 2, areas: [], depends: true },
])('$that: the person stays: $depends', ({ version = 1, areas, depends }) => {
  expect(dependsOn({ version }, lead, areas)).toBe(depends)
})
