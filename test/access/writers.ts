// A change answers with the object, and a create perhaps with one that was there. Neither must become a way to read it: a
// caller who may write and not read gets only the fields it sent, and what was made for it.
import { type OperationEntry, operationId } from '@lms/api'
import { classes, hasPermission, type Permission } from '@lms/contract'
import { exampleOf, succeeds } from '@lms/testing/contract-suite'
import type { Staff } from './staff.ts'

const isChange = ({ operation }: OperationEntry) =>
  classes[operation.class].changes && operation.permission?.endsWith(':write')
// These need more than one permission: all permissions of a key, to read all data of a person, what a package has, what a rule
// asks about people, or what a graph or a bulk action does.
export const askForMore: readonly string[] = [
  'agentConfirmations.propose',
  'apiKeys.update',
  'apiKeys.issue',
  'apiKeys.revoke',
  'bulkActions.create',
  'coursePackages.export',
  'coursePackages.import',
  'dataExports.order',
  'exports.create',
  'fullExports.create',
  'identities.bind',
  'imports.create',
  'scenarios.publish',
  'segments.create',
  'segments.preview',
  'webhooks.create',
]
/** To name a file, too. */
const rightsOf = (permission: string) =>
  permission === 'files:write' ? [permission] : [permission, 'files:read']
const visibleFields = ['id', 'version', 'updated_at', 'api_key', 'secret']

/** Registers the tests of those of these operations that change objects. */
export function writers(entries: readonly OperationEntry[], staff: () => Staff): void {
  const perform = async (entry: OperationEntry, scope: string[], body?: object) => {
    const { api, at, gateway } = staff()
    const example = await exampleOf(entry, api)
    const key = await api.done('apiKeys.issue', {
      body: { name: 'k', kind: 'integration', role: 'owner', scope },
    })
    const path = entry.operation.path.replace(/\{(\w+)\}/g, (_, name) => example.path![name]!)
    const headers: Record<string, string> = example.onBehalfOf ? { 'x-on-behalf-of': example.onBehalfOf } : {}
    const sent = body ?? example.body
    const options = { host: at.host, key: key.api_key, headers, body: sent }
    const answer = await gateway.call(entry.operation.method, `/api${path}`, options)
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

  const changes = entries.filter(entry => isChange(entry) && succeeds(entry))
  for (const entry of changes)
    test(`${entry.operation.route} shows a caller without permission to read only the fields it sent`, async () => {
      const { permission } = entry.operation
      const { status, body, sent } = await perform(entry, rightsOf(permission!))
      if (askForMore.includes(operationId(entry))) return void expect(status).toBe(403)
      expect(status).toBe(classes[entry.operation.class].success)
      expect(
        fieldsOf(body).filter(name => ![...visibleFields, ...entry.operation.hands, ...sent].includes(name)),
      ).toEqual([])
      const readable = permission!.replace('write', 'read') as Permission
      expect(hasPermission([[permission!]], readable)).toBe(false)
    })

  for (const entry of changes.filter(({ operation }) => operation.method === 'PATCH'))
    test(`${entry.operation.route} with an empty body reads nothing`, async () => {
      const { status, body } = await perform(entry, [entry.operation.permission!], {})
      if (status === 200) expect(fieldsOf(body).filter(name => !visibleFields.includes(name))).toEqual([])
      else expect([400, 403]).toContain(status)
    })
}
