// Every role × every operation: allowed exactly if the table of roles grants the operation's permission; otherwise
// refused before anything is revealed.
import { type OperationEntry, operationId, operations } from '@lms/api'
import { classes, hasPermission, type Permission, type Role, roles } from '@lms/contract'
import type { TestSystem } from '@lms/testing'
import { roleRights } from '@lms/users/contract'
import { forbidden, knock, narrowed, nowhere, type Staff, type Way } from './staff.ts'

type Get = () => Staff & { system: TestSystem }

const permissions = [
  ...new Set(operations.flatMap(({ operation }) => (operation.permission ? [operation.permission] : []))),
]

/** Registers the tests of these operations. */
export function matrix(entries: readonly OperationEntry[], staff: Get): void {
  for (const entry of entries)
    describe(entry.operation.route, () => {
      rolesTest(entry, staff)
      if (entry.operation.permission) scopeTest(entry, entry.operation.permission, staff)
      publishableTest(entry, staff)
    })
}

const allowedTo = ({ operation }: OperationEntry, rights: readonly string[]) =>
  operation.permission === null || hasPermission([rights], operation.permission)

function rolesTest(entry: OperationEntry, staff: Get) {
  const granted = roles.filter(role => allowedTo(entry, roleRights[role]))
  const isOfOwners = ownersOnly.includes(operationId(entry))
  const permitted = isOfOwners ? granted.filter(role => role === 'owner') : granted
  // Its own refusal says whose operation it is.
  const refused = (role: Role) =>
    granted.includes(role) ? expect.objectContaining({ status: 403 }) : forbidden
  test(`is for ${permitted.join(', ')}`, async () => {
    const ways = roles.flatMap(role => waysOf(entry, staff().ways[role]).map(way => ({ role, ...way })))
    const requests = ways.map(async ({ name, headers }) => [name, await knock(staff(), entry, headers)])
    const expected = ways.map(({ role, name }) => [
      name,
      permitted.includes(role) ? expect.objectContaining({ status: beyondTheGate(entry) }) : refused(role),
    ])
    expect(Object.fromEntries(await Promise.all(requests))).toEqual(Object.fromEntries(expected))
  })
}

/** Always the key of the role; and one of the two ways to be a person, alternating over the operations. */
const waysOf = (entry: OperationEntry, [key, own, acting]: Way[]) => [
  key!,
  operations.indexOf(entry) % 2 ? own! : acting!,
]

/** An accepted caller gets no object: an empty page, or an error of the body or the id. */
const beyondTheGate = ({ operation }: OperationEntry) =>
  operation.body ? 400 : operation.path.includes('{') ? 404 : classes[operation.class].success

/** Permissions that an operation needs besides its own, because it gives more than its own resource. */
const alsoNeeded: Readonly<Record<string, readonly string[]>> = {
  'dataExports.order': ['*:read'],
  'fullExports.create': ['*:read'],
}
/** Operations of owners: administrators have their permission, too, and are refused. */
const ownersOnly: readonly string[] = ['fullExports.create']

function scopeTest(entry: OperationEntry, permission: Permission, staff: Get) {
  const [resource, verb] = permission.split(':') as [string, 'read' | 'write']
  const otherVerb = verb === 'read' ? 'write' : 'read'
  test(`needs ${permission} in the scope, whatever else is there`, async () => {
    const { system } = staff()
    const ask = async (scope: string[]) => {
      const { method } = entry.operation
      const body = entry.operation.body ? { no_such_field: true } : undefined
      const caller = narrowed(system.caller(), scope)
      return system.request(entry.service, { method, path: nowhere(entry), body, caller })
    }
    const also = alsoNeeded[operationId(entry)] ?? []
    for (const scope of [
      [permission, ...also],
      [`${resource}:*`, ...also],
    ])
      expect({ scope, status: (await ask(scope)).status }).toEqual({ scope, status: beyondTheGate(entry) })
    const others = permissions.filter(each => each !== permission)
    for (const scope of [others, [`${resource}:${otherVerb}`, `*:${otherVerb}`], []])
      expect(await ask(scope)).toEqual(forbidden)
  })
}

function publishableTest(entry: OperationEntry, staff: Get) {
  const open = entry.operation.publishable
  test(`${open ? 'is' : 'is not'} for a key that may stand in a web page`, async () => {
    const { system } = staff()
    const caller = { ...system.caller(), kind: 'publishable' as const }
    const { method } = entry.operation
    const body = entry.operation.body ? { no_such_field: true } : undefined
    const answer = await system.request(entry.service, { method, path: nowhere(entry), body, caller })
    if (open) expect(answer.status).toBe(beyondTheGate(entry))
    else expect(answer).toEqual(forbidden)
  })
}
