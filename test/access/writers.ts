// A change answers with the object, and must not become a way to read it: a caller who may write and not read gets only
// the fields it sent.
import { type OperationEntry, operationId, operations } from '@lms/api'
import { classes, hasPermission, type Permission } from '@lms/contract'
import { exampleOf } from '@lms/testing/contract-suite'
import type { Staff } from './staff.ts'

const changes = operations.filter(
  ({ operation }) =>
    classes[operation.class].changes && operation.class !== 'C' && operation.permission?.endsWith(':write'),
)
// These need more than one permission: all permissions of a key, or to read all data of a person.
const askForMore = ['apiKeys.change', 'apiKeys.revoke', 'dataExports.order']
const shown = ['id', 'version', 'updated_at', 'api_key', 'secret']

/** Registers the tests of all operations that change objects. */
export function writers(staff: () => Staff): void {
  const perform = async (entry: OperationEntry, scope: string[], body?: object) => {
    const { api, at, gateway } = staff()
    const example = await exampleOf(entry, api)
    const key = await api.done('apiKeys.issue', {
      body: { name: 'k', kind: 'integration', role: 'owner', scope },
    })
    const path = entry.operation.path.replace(/\{(\w+)\}/g, (_, name) => example.path![name]!)
    const headers: Record<string, string> = example.onBehalfOf ? { 'x-on-behalf-of': example.onBehalfOf } : {}
    const sent = body ?? example.body
    const given = { host: at.host, key: key.api_key, headers, body: sent }
    const answer = await gateway.call(entry.operation.method, `/api${path}`, given)
    // With the defaults of absent fields, which the caller has set, too.
    const read = entry.operation.body?.safeParse(sent)
    return { ...answer, sent: Object.keys((read?.data ?? {}) as object) }
  }
  /** Names of the fields of every object with a version in the answer. */
  const fieldsOf = (value: unknown): string[] => {
    if (typeof value !== 'object' || value === null) return []
    const own = 'id' in value && 'version' in value ? Object.keys(value) : []
    return [...own, ...Object.values(value).flatMap(fieldsOf)]
  }

  const named = changes.map(entry => [entry.operation.route as string, entry] as const)
  test.each(named)(
    '%s shows a caller without permission to read only the fields it sent',
    async (_, entry) => {
      const { permission } = entry.operation
      const { status, body, sent } = await perform(entry, [permission!])
      if (askForMore.includes(operationId(entry))) return void expect(status).toBe(403)
      expect(status).toBe(classes[entry.operation.class].success)
      expect(fieldsOf(body).filter(name => ![...shown, ...sent].includes(name))).toEqual([])
      const readable = permission!.replace('write', 'read') as Permission
      expect(hasPermission([[permission!]], readable)).toBe(false)
    },
  )

  const patches = named.filter(([, { operation }]) => operation.method === 'PATCH')
  test.each(patches)('%s with an empty body reads nothing', async (_, entry) => {
    const { status, body } = await perform(entry, [entry.operation.permission!], {})
    if (status === 200) expect(fieldsOf(body).filter(name => !shown.includes(name))).toEqual([])
    else expect([400, 403]).toContain(status)
  })

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
      const given = { host: at.host, key, body: { custom_fields: sent } }
      const { body } = await gateway.call('PATCH', `/api/v1/users/${id}`, given)
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
    const given = { host: at.host, key, body: { tags: [names[1]] } }
    const { body } = await gateway.call(method, `/api/v1/users/${id}/tags`, given)
    expect(body.tags.map((tag: { name: string }) => tag.name)).toEqual(method === 'POST' ? [names[1]] : [])
  })

  test('with permission to read, the answer is the whole object', async () => {
    const entry = changes.find(each => operationId(each) === 'users.change')!
    const { body } = await perform(entry, ['users:write', 'users:read'])
    expect(entry.operation.returns.parse(body)).toEqual(body)
  })
}
