import { type Caller, type Id, newId } from '@lms/contract'
import { startSystem, type TestSystem } from '@lms/testing'
import { usersContract } from '../../contract.ts'
import { usersService } from '../../service.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [usersService] })
})
afterAll(() => system.stop())

const api = (caller: Caller) => system.client('users', usersContract.resources, caller)

/** A student in the flow of March, and a flow of April with another curator. */
async function flows() {
  const caller = system.caller()
  const owner = api(caller)
  const person = async (email: string, role: Caller['role'] = 'student') =>
    (await owner.users.create({ body: { email, role } })).id
  const [ann, carl, dora] = [
    await person('ann@school.org'),
    await person('carl@school.org', 'curator'),
    await person('dora@school.org', 'curator'),
  ]
  const group = (starts_at: string | null, curator_id: Id<'usr'> | null = null) =>
    owner.groups.create({ body: { name: 'Flow', starts_at, curator_id } })
  const march = await group('2026-03-01T00:00:00Z', carl)
  const april = await group('2026-04-01T00:00:00Z', dora)
  const join = (groupId: string) => owner.members.add({ path: { id: groupId }, body: { user_id: ann } })
  await join(march.id)
  const move = (id: string, body: object = {}) =>
    owner.transfers.move({ path: { id }, body: { user_id: ann, ...body } })
  const preview = (id: string, query: object = { userId: ann }) =>
    owner.transfers.preview({ path: { id }, query: query as never })
  const groupsOf = async () =>
    (await owner.groups.list({ query: { user_id: ann, sort: 'created_at' } })).data.map(({ id }) => id)
  return { caller, owner, ann, carl, dora, march, april, group, join, move, preview, groupsOf }
}

test('a preview shows the effects and moves nobody', async () => {
  const { ann, carl, dora, march, april, preview, groupsOf } = await flows()
  const { data, warnings } = await preview(april.id)
  expect(warnings).toBeUndefined()
  expect(data).toEqual([
    {
      id: march.id,
      user_id: ann,
      from_group_id: march.id,
      to_group_id: april.id,
      from_starts_at: '2026-03-01T00:00:00.000+00:00',
      to_starts_at: '2026-04-01T00:00:00.000+00:00',
      shift_days: 31,
      lessons_may_close: true,
      progress: 'kept',
      answers: 'kept',
      certificates: 'kept',
      from_curator_id: carl,
      to_curator_id: dora,
      // Nobody teaches them here.
      lessons: [],
    },
  ])
  expect(await groupsOf()).toEqual([march.id])
})

test('the move has the previewed effects, and its event contains the shift of the schedule', async () => {
  const { caller, ann, march, april, owner, move, preview, groupsOf } = await flows()
  const { lessons: _, ...previewed } = (await preview(april.id)).data[0]!
  expect(await move(april.id)).toEqual(previewed)
  expect(await groupsOf()).toEqual([april.id])
  expect((await owner.members.list({ path: { id: march.id } })).data).toEqual([])
  const rows = await system.services.users!.runtime.system.rows({
    statement: { name: '', text: 'select payload from users.outbox where school_id = $1 order by position' },
    values: [caller.school],
  })
  const events = rows
    .map(([payload]) => JSON.parse(payload!))
    .filter(({ type }) => type?.startsWith('user.group'))
  expect(events.map(({ type }) => type)).toEqual(['user.group_joined', 'user.group_transferred'])
  expect(events[1]).toMatchObject({
    data: { object: { ...previewed, shift_days: 31 } },
    related: { user_id: ann, group_id: april.id },
  })
  // And back, to an earlier start: nothing that is open closes.
  expect(await move(march.id)).toMatchObject({ shift_days: -31, lessons_may_close: false })
})

test('fifty simultaneous moves have one effect', async () => {
  const { april, move, groupsOf } = await flows()
  const answers = await Promise.allSettled(Array.from({ length: 50 }, () => move(april.id)))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const answer of answers)
    if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ reason: 'already_member' })
  expect(await groupsOf()).toEqual([april.id])
})

test('for a student in several flows the one to leave must be named', async () => {
  const { march, april, group, join, move, preview, groupsOf } = await flows()
  const may = await group('2026-05-01T00:00:00Z')
  await join(may.id)
  expect((await preview(april.id)).data.map(({ from_group_id }) => from_group_id)).toEqual([march.id, may.id])
  await expect(move(april.id)).rejects.toMatchObject({ status: 422, reason: 'flow_ambiguous' })
  await expect(move(april.id, { from_group_id: newId('grp') })).rejects.toMatchObject({
    status: 422,
    reason: 'flow_not_theirs',
  })
  await expect(move(april.id, { from_group_id: may.id })).resolves.toMatchObject({ shift_days: -30 })
  expect(await groupsOf()).toEqual([march.id, april.id])
})

test('an impossible move is refused, and its preview is empty, with a warning', async () => {
  const { owner, march, group, preview, move } = await flows()
  const plain = await group(null)
  const stranger = await owner.users.create({ body: { email: 'eve@school.org' } })
  const cases = [
    [plain.id, {}, 409, 'group_not_flow', 'no start date'],
    [march.id, {}, 409, 'already_member', 'already'],
    [march.id, { user_id: stranger.id }, 409, 'not_in_flow', 'no other flow'],
    [march.id, { user_id: newId('usr') }, 422, 'user_unknown', 'no other flow'],
  ] as const
  for (const [id, body, status, reason, warning] of cases) {
    await expect(move(id, body)).rejects.toMatchObject({ status, reason })
    const query = 'user_id' in body ? { userId: body.user_id } : undefined
    expect(await preview(id, query)).toEqual({
      data: [],
      next_cursor: null,
      warnings: [expect.stringContaining(warning)],
    })
  }
})

test.each([[{}], [{ userId: 'nobody' }], [{ userId: `${newId('usr')},${newId('usr')}` }]])(
  'a preview asked with %j is empty, with a warning',
  async query => {
    const { april, preview } = await flows()
    expect(await preview(april.id, query)).toEqual({
      data: [],
      next_cursor: null,
      warnings: [expect.stringContaining('userId')],
    })
  },
)

test('a curator previews from their own flows, a student only their own move', async () => {
  const { caller, owner, ann, carl, dora, march, april } = await flows()
  const seenBy = async (role: Caller['role'], user: Id<'usr'>) => {
    const page = await api({ ...caller, role, user }).transfers.preview({
      path: { id: april.id },
      query: { userId: ann },
    })
    return page.data.map(({ from_group_id }) => from_group_id)
  }
  expect(await seenBy('curator', dora)).toEqual([])
  await expect(seenBy('curator', carl)).rejects.toMatchObject({ status: 404 })
  await owner.groups.update({ path: { id: march.id }, body: { curator_id: dora } })
  expect(await seenBy('curator', dora)).toEqual([march.id])
  await expect(seenBy('student', ann)).rejects.toMatchObject({ status: 404 })
})

test('a preview for an unknown group is not found', async () => {
  const { preview } = await flows()
  await expect(preview(newId('grp'))).rejects.toMatchObject({ status: 404 })
})
