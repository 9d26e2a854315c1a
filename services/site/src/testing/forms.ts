// Schools with forms, for specs.
import type { Envelope } from '@lms/contract'
import { eventually, type TestSystem } from '@lms/testing'
import { usersContract } from '@lms/users/contract'
import { siteContract } from '../contract.ts'

/** A new school with a form of e-mail, phone and first name. */
export function schoolIn(system: TestSystem) {
  const caller = system.caller()
  const api = system.client('site', siteContract.resources, caller)
  const people = system.client('users', usersContract.resources, caller)
  type NewForm = Parameters<typeof api.forms.create>[0]['body']
  type NewSubmission = Parameters<typeof api.submissions.create>[0]['body']
  const form = (overrides: Partial<NewForm> = {}) =>
    api.forms.create({
      body: {
        name: 'Call me back',
        fields: [
          { key: 'email', label: 'E-mail', kind: 'email', person_field: 'email' },
          { key: 'phone', label: 'Phone', kind: 'phone', person_field: 'phone' },
          { key: 'name', label: 'Name', kind: 'text', person_field: 'first_name' },
        ],
        ...overrides,
      },
    })
  const submit = (
    form_id: string,
    answers: NewSubmission['answers'],
    overrides: Omit<Partial<NewSubmission>, 'form_id' | 'answers'> = {},
  ) =>
    api.submissions.create({ body: { form_id: form_id as NewSubmission['form_id'], answers, ...overrides } })
  const mark = (id: string, spam: boolean) => api.submissions.update({ path: { id }, body: { spam } })
  return { caller, api, people, form, submit, mark }
}

/** The emitted events of a type, once there are as many. */
export const eventsOf = (system: TestSystem, school: string, type: string, count = 1) =>
  eventually(`${count} events ${type}`, async () => {
    const text = 'select payload from site.outbox where school_id = $1 and subject like $2 order by position'
    const rows = await system.services.site!.runtime.system.rows({
      statement: { name: '', text },
      values: [school, `%${type}`],
    })
    const events = rows.map(([payload]) => JSON.parse(payload!) as Envelope<Record<string, unknown>>)
    return events.length >= count && events
  })
