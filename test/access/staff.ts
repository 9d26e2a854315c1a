// A school with a person of every role, and the three ways in which a request gets a role: a key with that role, a
// person's own key, and a key of the owner that acts for the person.
import type { OperationEntry } from '@lms/api'
import { type Caller, fillPath, newId, type Prefix, prefixes, type Role, roles } from '@lms/contract'
import { pathNames, type School } from '@lms/testing/contract-suite'
import type { GatewayAnswer, GatewaySchool, TestGateway } from '@lms/testing/gateway'

export interface Way {
  name: string
  headers: Record<string, string>
}

export interface Staff {
  gateway: TestGateway
  at: GatewaySchool
  api: School
  people: Record<Role, { id: string }>
  ways: Record<Role, Way[]>
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

/** Creates a person and keys of every role. */
export async function staffOf(gateway: TestGateway, at: GatewaySchool, api: School): Promise<Staff> {
  const people = {} as Staff['people']
  const ways = {} as Staff['ways']
  for (const role of roles) {
    const person = await api.done('users.create', { body: { email: `${role}@${at.host}`, role } })
    const issue = (body: object) => api.done('apiKeys.issue', { body: { name: role, role, ...body } })
    const key = await issue({ kind: 'integration' })
    const own = await issue({ kind: 'personal', user_id: person.id })
    people[role] = person
    ways[role] = [
      { name: `a key of role ${role}`, headers: bearer(key.api_key) },
      { name: `the own key of a ${role}`, headers: bearer(own.api_key) },
      {
        name: `the owner’s key acting for a ${role}`,
        headers: { ...bearer(at.key), 'x-on-behalf-of': person.id },
      },
    ]
  }
  return { gateway, at, api, people, ways }
}

/** The operation's path with well-formed ids of no objects. */
export function nowhere(entry: OperationEntry): string {
  const { path, pathSchemas } = entry.operation
  const anywhere = [...Object.keys(prefixes).map(prefix => newId(prefix as Prefix)), 'nobody@nowhere.example']
  const fitting = (name: string) =>
    anywhere.find(value => pathSchemas[name]?.safeParse(value).success ?? true)!
  return fillPath(path, Object.fromEntries(pathNames(entry).map(name => [name, fitting(name)])))
}

/** A request for objects that do not exist, with a body that matches no schema. */
export const knock = (
  { gateway, at }: Pick<Staff, 'gateway' | 'at'>,
  entry: OperationEntry,
  headers: Record<string, string>,
): Promise<GatewayAnswer> =>
  gateway.call(entry.operation.method, `/api${nowhere(entry)}`, {
    host: at.host,
    headers,
    ...(entry.operation.body ? { body: { no_such_field: true } } : {}),
  })

/** The answer for a caller without the permission, which reveals nothing. */
export const forbidden = expect.objectContaining({
  status: 403,
  body: { error: expect.objectContaining({ code: 'forbidden', reason: 'permission_missing', details: [] }) },
})

/** A caller restricted to these scopes. */
export const narrowed = (caller: Caller, scope: string[]): Caller => ({ ...caller, rights: [['*'], scope] })
