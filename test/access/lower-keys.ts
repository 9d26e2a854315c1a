// A personal key with a lower role than its person has the lower of both.
import { operationId, operations } from '@lms/api'
import { hasPermission, type Role, roles } from '@lms/contract'
import { entryOf, exampleOf, pathNames } from '@lms/testing/contract-suite'
import { roleRights } from '@lms/users/contract'
import { forEveryone } from './own-objects.ts'
import type { Staff } from './staff.ts'

/** Objects that do not concern people: every caller who may read them sees the same. */
// Curators check the quizzes and homework of all courses, and read what is discussed under them.
const shared = [
  ...forEveryone,
  'customFields.list',
  'tags.list',
  'quizzes.list',
  'assignments.list',
  'comments.list',
]

const seeing = ['curator', 'student'] as const satisfies readonly Role[]

/** Registers the tests of personal keys with a lower role than their person. */
export function lowerKeys(staff: () => Staff): void {
  /** A personal key with one role for a person with another. */
  const keyOf = async (role: Role, person: Role) => {
    const { api, people } = staff()
    const body = { name: 'k', kind: 'personal', role, user_id: people[person].id }
    return (await api.done('apiKeys.issue', { body })).api_key as string
  }
  const call = (method: string, path: string, key: string, headers = {}) =>
    staff().gateway.call(method, `/api${path}`, { host: staff().at.host, key, headers })

  const pairs = roles.flatMap(role => roles.map(person => [role, person] as const))
  test.each(pairs)('a key of role %s of a person of role %s has the lower role', async (role, person) => {
    const { body } = await call('GET', '/v1/me', await keyOf(role, person))
    expect(body.role).toBe(roles[Math.max(roles.indexOf(role), roles.indexOf(person))])
  })

  test('a key of an administrator that acts for an owner has the lower role', async () => {
    const { people, ways } = staff()
    const headers = { ...ways.administrator[0]!.headers, 'x-on-behalf-of': people.owner.id }
    expect(
      (await staff().gateway.call('GET', '/api/v1/me', { host: staff().at.host, headers })).body.role,
    ).toBe('administrator')
  })

  const lists = operations.filter(({ operation }) => operation.list && operation.class === 'L')
  const seen = seeing.flatMap(role =>
    lists
      .filter(
        ({ operation }) => operation.permission && hasPermission([roleRights[role]], operation.permission),
      )
      .filter(entry => !shared.includes(operationId(entry)))
      .map(entry => [role, entry.operation.route as string, entry] as const),
  )
  test.each(seen)(
    'an owner’s key of role %s finds by %s only the owner’s own objects',
    async (role, _, entry) => {
      const { api, people } = staff()
      const one = operations.find(
        each => pathNames(each).length && each.operation.path.startsWith(`${entry.operation.path}/{`),
      )
      if (one) await exampleOf(one, api)
      const fullAnswer = await call(
        'GET',
        `${entry.operation.path}?limit=1000`,
        await keyOf('owner', 'owner'),
      )
      const { status, body } = await call(
        'GET',
        `${entry.operation.path}?limit=1000`,
        await keyOf(role, 'owner'),
      )
      expect(status).toBe(200)
      if (one) expect(fullAnswer.body.data).not.toEqual(body.data)
      for (const item of body.data) {
        expect(JSON.stringify(item)).toContain(people.owner.id)
      }
    },
  )

  test('an owner’s key of a lower role removes nobody’s login method', async () => {
    const { api, people } = staff()
    const body = { provider: 'google', subject: 'of-a-manager', user_id: people.manager.id }
    const { id } = await api.done('identities.bind', { body })
    for (const role of seeing) {
      const key = await keyOf(role, 'owner')
      expect((await call('DELETE', `/v1/identities/${id}`, key)).status).toBe(404)
    }
    expect((await api.ask(entryOf('identities.get'), { path: { id } })).status).toBe(200)
  })
}
