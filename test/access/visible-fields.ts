// Of custom fields, tags and the like, a caller without permission to read gets only the ones it sent; a caller with
// permission gets the whole object.
import { entryOf, exampleOf } from '@lms/testing/contract-suite'
import type { Staff } from './staff.ts'

/** Registers the tests of the answers to changes of a person. */
export function visibleFields(staff: () => Staff): void {
  test('only the sent custom fields are shown', async () => {
    const { api } = staff()
    for (const name of ['known', 'unread'])
      await api.done('customFields.create', { body: { name, label: name, type: 'text' } })
    const custom_fields = { known: 'a', unread: 'b' }
    const { id } = await api.done('users.create', { body: { email: 'fields@school.org', custom_fields } })
    const { api_key: key } = await api.done('apiKeys.issue', {
      body: { name: 'k', kind: 'integration', role: 'owner', scope: ['users:write'] },
    })
    for (const sent of [{}, { known: 'c' }]) {
      const { at, gateway } = staff()
      const options = { host: at.host, key, body: { custom_fields: sent } }
      const { body } = await gateway.call('PATCH', `/api/v1/users/${id}`, options)
      expect(body.custom_fields).toEqual(sent)
    }
  })

  test.each(['POST', 'DELETE'])('%s of tags shows only the sent tags', async method => {
    const { api, at, gateway } = staff()
    const names = [`unread ${method}`, `sent ${method}`]
    for (const name of names) await api.done('tags.create', { body: { name } })
    const { id } = await api.done('users.create', { body: { email: `${method}@tags.org` } })
    await api.done('personTags.add', { path: { id }, body: { tags: names } })
    const { api_key: key } = await api.done('apiKeys.issue', {
      body: { name: 'k', kind: 'integration', role: 'owner', scope: ['users:write'] },
    })
    const options = { host: at.host, key, body: { tags: [names[1]] } }
    const { body } = await gateway.call(method, `/api/v1/users/${id}/tags`, options)
    expect(body.tags.map((tag: { name: string }) => tag.name)).toEqual(method === 'POST' ? [names[1]] : [])
  })

  test('with permission to read, the answer is the whole object', async () => {
    const { api, at, gateway } = staff()
    const change = entryOf('users.update')
    const { path, body: sent } = await exampleOf(change, api)
    const scope = ['users:write', 'users:read']
    const { api_key: key } = await api.done('apiKeys.issue', {
      body: { name: 'k', kind: 'integration', role: 'owner', scope },
    })
    const { body } = await gateway.call('PATCH', `/api/v1/users/${path!.id}`, {
      host: at.host,
      key,
      body: sent,
    })
    expect(change.operation.returns.parse(body)).toEqual(body)
  })
}
