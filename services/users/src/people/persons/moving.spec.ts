import { type Caller, newId } from '@lms/contract'
import { messengerId, startSystem, type TestSystem, widgetFields } from '@lms/testing'
import { roleRights, usersContract } from '../../contract.ts'
import { apiOf, schoolWithBot } from '../../identity/sign-in/test-school.ts'
import { personalData } from '../../privacy/personal-data/all-personal-data.ts'
import { usersService } from '../../service.ts'

// A merge is no way around the right that the direct way asks for.
describe('the data that a merge moves, by the permissions of the caller', () => {
  let system: TestSystem
  beforeAll(async () => {
    system = await startSystem({ services: [usersService] })
  })
  afterAll(() => system.stop())

  /** A school with Ann, and a duplicate of hers that signs in by the messenger. */
  async function school() {
    const { owner, all, auth } = await schoolWithBot(system)
    const ann = await all.users.create({ body: { email: 'ann@school.org' } })
    const messenger = messengerId()
    const { user: twin } = await auth.messenger({ body: widgetFields({ id: messenger }) })
    const key = (...scope: string[]): Caller => ({ ...owner, key: newId('key'), rights: [['*'], scope] })
    const merge = (caller: Caller, dry_run = false) =>
      apiOf(system, caller).persons.merge({ path: { id: ann.id }, body: { user_id: twin.id, dry_run } })
    const loginsOf = async (user_id: string) => (await all.identities.list({ query: { user_id } })).data
    return { owner, all, auth, ann, twin, messenger, key, merge, loginsOf }
  }
  const movesOf = ({ moves }: { moves: { what: string; dropped: boolean }[] }) =>
    Object.fromEntries(moves.map(({ what, dropped }) => [what, dropped]))

  test('a key that may not add login methods moves none: they are deleted, as the preview says', async () => {
    const { auth, ann, twin, messenger, key, merge, loginsOf } = await school()
    const preview = await merge(key('users:write'), true)
    expect(preview.moves.find(({ what }) => what === 'login methods')).toMatchObject({
      count: 1,
      dropped: true,
      on_merge: expect.stringContaining('deleted'),
    })
    expect(await loginsOf(twin.id)).toHaveLength(1)
    expect((await merge(key('users:write'))).moves).toEqual(preview.moves)
    expect([...(await loginsOf(ann.id)), ...(await loginsOf(twin.id))]).toEqual([])
    const again = await auth.messenger({ body: widgetFields({ id: messenger, username: 'again' }) })
    expect([ann.id, twin.id]).not.toContain(again.user.id)
  })

  test('a key that may add them for the person moves them', async () => {
    const { auth, ann, messenger, key, merge } = await school()
    const { moves } = await merge(key('users:write', 'identities:write', ...roleRights.student))
    expect(movesOf({ moves })).toMatchObject({ 'login methods': false })
    const again = await auth.messenger({ body: widgetFields({ id: messenger, username: 'again' }) })
    expect(again.user.id).toBe(ann.id)
  })

  test('a caller who may not add them for others moves none; one who may issue keys does', async () => {
    for (const [role, dropped] of [
      ['manager', true],
      ['administrator', false],
    ] as const) {
      const { owner, merge } = await school()
      const session = { ...owner, key: newId('ses'), kind: 'session' as const, user: newId('usr') }
      const caller: Caller = { ...session, role, rights: [[...roleRights[role]]] }
      expect(movesOf(await merge(caller))).toMatchObject({ 'login methods': dropped })
    }
  })

  test('every permission that moving needs is the permission of an operation', () => {
    const requiredPermissions = Object.values(usersContract.resources).flatMap(operations =>
      Object.values(operations).map(({ permission }) => permission),
    )
    for (const { needs } of personalData) if (needs) expect(requiredPermissions).toContain(needs)
  })

  test.each([
    ['accesses to courses', 'accesses:write'],
    [
      'memberships of groups, groups with the person as curator, and what is assigned to them as one',
      'groups:write',
    ],
  ])('a caller who may not give %s cannot merge a person who has some', async (what, needs) => {
    const { all, twin, key, merge } = await school()
    const group = await all.groups.create({ body: { name: 'Spring' } })
    if (needs === 'groups:write')
      await all.members.add({ path: { id: group.id }, body: { user_id: twin.id } })
    else await all.accesses.create({ body: { user_id: twin.id, course_id: newId('crs') } })
    for (const dry of [true, false])
      await expect(merge(key('users:write'), dry)).rejects.toMatchObject({
        status: 403,
        reason: 'merge_beyond_caller',
        details: [{ path: 'body.user_id', message: expect.stringMatching(`${what}.*${needs}`) }],
      })
    expect(await all.users.get({ path: { id: twin.id } })).toEqual(twin)
    await expect(merge(key('users:write', needs))).resolves.toBeTruthy()
  })
})
