import { newId } from '@lms/contract'
import { asOwner, eventually, type TestSystem } from '@lms/testing'
import { scenariosContract } from '../contract.ts'
import { byHand, end, pause, readingTexts, schoolOf, startWithClock } from '../testing/school.ts'

let system: TestSystem
let pass: (minutes: number) => void
beforeAll(async () => {
  ;({ system, pass } = await startWithClock())
  await readingTexts(system, newId('sch'))
})
afterAll(() => system.stop())

test('nobody publishes what they may not do to one person', async () => {
  const { draft, caller } = await schoolOf(system)
  const { id } = await draft([
    byHand('note'),
    { id: 'note', kind: 'note', text: 'x', next: 'mail' },
    { id: 'mail', kind: 'message', body: 'Hello', topic: 'study', next: 'end' },
    end,
  ])
  const publish = (...scope: string[]) =>
    system
      .client('scenarios', scenariosContract.resources, { ...caller, rights: [['*'], scope] })
      .scenarios.publish({ path: { id }, body: {} })
  await expect(publish('scenarios:write', 'notes:write')).rejects.toMatchObject({
    status: 403,
    reason: 'graph_beyond_own',
    details: [{ path: 'graph.nodes.mail', message: expect.stringContaining('messages:write') }],
  })
  await expect(publish('scenarios:*', 'notes:*', 'messages:*')).resolves.toMatchObject({ published: true })
})

test('a key asks about people only what it may read, by rules and segments alike', async () => {
  const { caller, crm, draft, person } = await schoolOf(system)
  const { id: segment } = await crm.segments.create({
    body: { name: 'Students', rule: { field: 'role', equals: 'student' } } as never,
  })
  const { id } = await draft([
    { id: 'begin', kind: 'trigger', start: { by: 'segment', segment_id: segment }, next: 'if' },
    {
      ...{ id: 'if', kind: 'condition', yes: 'end', no: 'end' },
      if: { by: 'rule', rule: { spent: 'EUR', at_least: 100 } },
    },
    end,
  ])
  const { id: user_id } = await person()
  const clientWith = (...scope: string[]) => {
    const { scenarios } = system.client('scenarios', scenariosContract.resources, {
      ...caller,
      rights: [['*'], scope],
    })
    return [
      () => scenarios.dryRun({ path: { id }, body: { user_id } }),
      () => scenarios.test({ path: { id }, body: { userId: user_id } }),
      () => scenarios.publish({ path: { id }, body: {} }),
    ]
  }
  for (const ask of clientWith('scenarios:*', 'users:read'))
    await expect(ask()).rejects.toMatchObject({
      status: 403,
      reason: 'permission_missing',
      details: [{ path: 'graph.nodes.if', message: expect.stringContaining('orders:read') }],
    })
  const [dryRun] = clientWith('scenarios:*', 'orders:read')
  await expect(dryRun!()).rejects.toMatchObject({ details: [{ path: 'graph.nodes.begin' }] })
  for (const ask of clientWith('scenarios:*', 'users:read', 'orders:read'))
    await expect(ask()).resolves.toBeDefined()
})

test('a key reads by its scenarios only what it may read: events, members, attendance and dates', async () => {
  const { caller, crm, draft } = await schoolOf(system)
  const { id: segment } = await crm.segments.create({
    body: { name: 'Students', rule: { field: 'role', equals: 'student' } } as never,
  })
  const wait = (id: string, of: object, next: string) => ({
    ...{ id, kind: 'wait', next, timeout: 'end' },
    until: { by: 'date', of },
  })
  const { id } = await draft([
    {
      ...{ id: 'paid', kind: 'trigger', next: 'here' },
      start: { by: 'event', type: 'order.paid', filter: [{ path: 'amount', at_least: 100 }] },
    },
    {
      ...{ id: 'then', kind: 'trigger', next: 'here' },
      start: { by: 'date', at: '2026-12-24T09:00:00Z', segment_id: segment },
    },
    {
      ...{ id: 'here', kind: 'condition', yes: 'birthday', no: 'end' },
      if: { by: 'attendance', webinar_id: newId('wbn'), counts: 'live_seconds', at_least: 60 },
    },
    wait('birthday', { from: 'person', field: 'created_at' }, 'ending'),
    wait('ending', { from: 'access', course_id: newId('crs') }, 'session'),
    wait('session', { from: 'session' }, 'end'),
    { id: 'out', kind: 'exit', on: { by: 'event', type: 'lesson.completed' } },
    end,
  ])
  const publish = (...scope: string[]) =>
    system
      .client('scenarios', scenariosContract.resources, {
        ...caller,
        rights: [['*'], ['scenarios:*', ...scope]],
      })
      .scenarios.publish({ path: { id }, body: {} })
  const needs = (node: string, permission: string) => ({
    path: `graph.nodes.${node}`,
    message: expect.stringContaining(permission),
  })
  await expect(publish()).rejects.toMatchObject({
    ...{ status: 403, reason: 'permission_missing' },
    details: [
      needs('paid', 'orders:read or events:read'),
      needs('then', 'users:read'),
      needs('here', 'webinar-attendance:read'),
      needs('birthday', 'users:read'),
      needs('ending', 'accesses:read'),
      needs('session', 'webinar-sessions:read'),
      needs('out', 'progress:read or events:read'),
    ],
  })
  const others = ['webinar-attendance:read', 'webinar-sessions:read', 'accesses:read', 'users:read']
  await expect(publish('events:read', ...others)).resolves.toMatchObject({ published: true })
})

test('what names a tag, a segment or a field that the school does not have is not published', async () => {
  const { crm, people, draft, scenarios } = await schoolOf(system)
  const [tag, segment] = [newId('tag'), newId('seg')]
  const { id: tagId } = await people.tags.create({ body: { name: 'VIP' } })
  await people.customFields.create({ body: { name: 'city', type: 'text' } })
  const rule = (leaf: object) => ({ by: 'rule', rule: { and: [{ tag: tagId }, leaf] } })
  const nodes = (names: { tag: string; segment: string; field: string }) => [
    byHand('if'),
    { id: 'if', kind: 'condition', if: rule({ tag: names.tag }), yes: 'wait', no: 'end' },
    {
      ...{ id: 'wait', kind: 'wait', next: 'set', timeout: 'end' },
      until: { ...rule({ field: `custom.${names.field}`, exists: true }), minutes: 60 },
    },
    { id: 'set', kind: 'field', field: names.field, value: 'Bonn', next: 'end' },
    { id: 'out', kind: 'exit', on: rule({ segment: names.segment }) },
    end,
  ]
  const { id } = await draft(nodes({ tag, segment, field: 'town' }))
  await expect(scenarios.publish({ path: { id }, body: {} })).rejects.toMatchObject({
    reason: 'graph_invalid',
    details: [
      { path: 'graph.nodes.if.if.rule.and.1.tag', message: expect.stringContaining(tag) },
      { path: 'graph.nodes.out.on.rule.and.1.segment', message: expect.stringContaining(segment) },
      { path: 'graph.nodes.set.field', message: expect.stringContaining('town') },
      { path: 'graph.nodes.wait.until.rule.and.1.field', message: expect.stringContaining('town') },
    ],
  })
  const { id: own } = await crm.segments.create({ body: { name: 'VIP', rule: { tag: tagId } } })
  const graph = { nodes: nodes({ tag: tagId, segment: own, field: 'city' }) } as never
  await scenarios.update({ path: { id }, body: { graph } })
  await expect(scenarios.publish({ path: { id }, body: {} })).resolves.toMatchObject({ published: true })
})

test('graphs from before tests had paths are read', async () => {
  const before = {
    nodes: [
      {
        id: 'a',
        kind: 'trigger',
        start: { by: 'event', type: 'order.paid', filter: [{ name: 'status', equals: 1 }] },
      },
      { id: 'b', kind: 'condition', if: { by: 'data', test: { name: 'city' } } },
      { id: 'c', kind: 'http', save: [{ name: 'score', path: 'lead.score' }] },
      { id: 'd', kind: 'wait', until: { by: 'event', type: 'order.paid', filter: [], minutes: 5 } },
    ],
  }
  const { rows } = await asOwner(system.ownerUrl, owner =>
    owner.query('select scenarios.graph_with_paths($1::jsonb) as graph', [JSON.stringify(before)]),
  )
  const [a, b, c, d] = before.nodes
  expect(rows[0].graph.nodes).toEqual([
    { ...a, start: { by: 'event', type: 'order.paid', filter: [{ path: 'status', equals: 1 }] } },
    { ...b, if: { by: 'data', test: { path: 'city' } } },
    ...[c, d],
  ])
})

test('a scenario shows what is published, and goes back to an earlier version; who is moved enters once', async () => {
  const { enabled, person, scenarios, reaches } = await schoolOf(system)
  const first = [byHand('pause'), pause(60), end]
  const path = { id: (await enabled(first)).id }
  const run = await scenarios.run({ path, body: { user_id: (await person()).id } })
  await reaches(run.id, 'pause')
  const goal = { id: 'goal', kind: 'goal' }
  const second = [byHand('pause'), pause(30, 'goal'), goal]
  await scenarios.update({ path, body: { graph: { nodes: second } as never } })
  const idsOf = (graph: { nodes: readonly { id: string }[] } | null) => graph?.nodes.map(({ id }) => id)
  const storedScenario = await scenarios.get({ path })
  expect([idsOf(storedScenario.graph), idsOf(storedScenario.published_graph)]).toEqual([
    ['begin', 'pause', 'goal'],
    ['begin', 'pause', 'end'],
  ])
  await scenarios.publish({ path, body: { move_inside: true } })
  await expect(scenarios.publish({ path, body: { from_version: 9 } })).rejects.toMatchObject({
    reason: 'version_unknown',
  })
  await scenarios.publish({ path, body: { from_version: 1, move_inside: true } })
  const after = await scenarios.get({ path })
  expect([idsOf(after.graph), idsOf(after.published_graph)]).toEqual([
    ['begin', 'pause', 'goal'],
    ['begin', 'pause', 'end'],
  ])
  expect(after.versions.map(({ number }) => number)).toEqual([3, 2, 1])
  const stats = (await scenarios.stats({ path })).data.filter(({ node }) => node === 'pause')
  expect(stats.map(({ scenario_version, entered, waiting }) => [scenario_version, entered, waiting])).toEqual(
    [
      [1, 0, 0],
      [2, 0, 0],
      [3, 1, 1],
    ],
  )
})

test('a test takes trigger, data and answers, and walks whatever the state of the scenario', async () => {
  const { enabled, person, scenarios, reaches, runOf, traceOf } = await schoolOf(system)
  const { id: userId } = await person()
  const paid = { by: 'event', type: 'order.paid', filter: [] }
  const path = {
    id: (
      await enabled([
        byHand('end'),
        { id: 'bought', kind: 'trigger', start: paid, next: 'pause' },
        pause(600, 'rich'),
        {
          ...{ id: 'rich', kind: 'condition', yes: 'staff', no: 'end' },
          if: { by: 'data', test: { path: 'amount', at_least: 100 } },
        },
        {
          ...{ id: 'staff', kind: 'condition', yes: 'goal', no: 'end' },
          if: { by: 'rule', rule: { field: 'role', equals: 'owner' } },
        },
        { id: 'goal', kind: 'goal' },
        end,
      ])
    ).id,
  }
  const body = { userId, real: true, trigger: 'bought', data: { amount: 100 }, answers: { staff: true } }
  await expect(scenarios.test({ path, body: { ...body, trigger: 'pause' } })).rejects.toMatchObject({
    reason: 'trigger_unknown',
  })
  const switchTo = (status: 'enabled' | 'stopped') => scenarios.status({ path, body: { status } })
  for (const state of [() => scenarios.pause({ path }), () => switchTo('stopped')]) {
    await state()
    const { run } = await scenarios.test({ path, body })
    await reaches(run!.id, 'pause')
    pass(1)
    await reaches(run!.id, 'goal')
    expect(await runOf(run!.id)).toMatchObject({ status: 'finished', reason: 'goal', test: true })
    expect((await traceOf(run!.id)).find(({ node }) => node === 'staff')).toMatchObject({ reason: 'assumed' })
  }
})

test('of a plain wait a person is led out by a rule that comes to hold, at its next look', async () => {
  const { crm, people, enabled, person, scenarios, reaches, runOf } = await schoolOf(system)
  const { id: user_id } = await person()
  const { id: tag } = await people.tags.create({ body: { name: 'Has it' } })
  const { id: segment } = await crm.segments.create({ body: { name: 'Has it', rule: { tag } } })
  const out = { id: 'out', kind: 'exit', as: 'exit', on: { by: 'rule', rule: { tag } } }
  const path = { id: (await enabled([byHand('pause'), pause(600), out, end])).id }
  const run = await scenarios.run({ path, body: { user_id } })
  const waiting = await reaches(run.id, 'pause')
  pass(11)
  await people.personTags.add({ path: { id: user_id }, body: { tags: [tag] } })
  await eventually('crm to know', async () => (await crm.segments.get({ path: { id: segment } })).size === 1)
  // A look that had begun before crm knew may end, and plan the next one, after any single step of the clock.
  await eventually('the run to be led out', async () => {
    if ((await runOf(run.id)).status === 'finished') return true
    pass(1)
  })
  expect(await runOf(run.id)).toMatchObject({ status: 'finished', reason: 'exit' })
  expect(Date.parse(waiting.continues_at!)).toBeGreaterThan(Date.parse(waiting.created_at) + 9 * 3_600_000)
})

test('of a wait for the end of an access or a time of the person, the run says when it goes on', async () => {
  const { people, enabled, person, scenarios, reaches, runOf } = await schoolOf(system)
  const course_id = newId('crs')
  const { id: user_id, created_at } = await person()
  const later = (days: number) => new Date(Date.parse(created_at) + days * 86_400_000).toISOString()
  await people.accesses.create({ body: { user_id, course_id, expires_at: later(10) } })
  const wait = (id: string, of: object, days: number, next: string) => ({
    ...{ id, kind: 'wait', next, timeout: 'end' },
    until: { by: 'date', of, days },
  })
  const path = {
    id: (
      await enabled([
        byHand('ending'),
        wait('ending', { from: 'access', course_id }, -3, 'pause'),
        pause(60, 'joined'),
        wait('joined', { from: 'person', field: 'created_at' }, 30, 'end'),
        end,
      ])
    ).id,
  }
  const { id } = await scenarios.run({ path, body: { user_id } })
  const goesOn = (node: string, at: string) =>
    eventually(`the run to wait at ${node}`, async () => {
      const run = await runOf(id)
      return run.node === node && run.continues_at === at.replace('Z', '+00:00')
    })
  await goesOn('ending', later(7))
  pass(7 * 24 * 60)
  await goesOn('pause', new Date(Date.parse(later(7)) + 3_600_000).toISOString())
  await scenarios.pause({ path })
  expect(await runOf(id)).toMatchObject({ node: 'pause', continues_at: null })
  pass(30)
  await scenarios.status({ path, body: { status: 'enabled' } })
  await goesOn('pause', new Date(Date.parse(later(7)) + 5_400_000).toISOString())
  pass(60)
  await goesOn('joined', later(30))
  pass(30 * 24 * 60)
  expect(await reaches(id, 'end')).toMatchObject({ reason: 'end', continues_at: null })
})

test('a custom field that a scenario names cannot go, whatever part of it names the field', async () => {
  const { people, draft, scenarios } = await schoolOf(system)
  const { id: fieldId } = await people.customFields.create({ body: { name: 'level', type: 'text' } })
  const path = { id: fieldId }
  const rule = { not: { field: 'custom.level', starts: 'Beg' } }
  for (const node of [
    { kind: 'condition', if: { by: 'rule', rule }, yes: 'end', no: 'end' },
    { kind: 'field', field: 'level', value: 'Expert', next: 'end' },
    {
      ...{ kind: 'wait', next: 'end', timeout: 'end' },
      until: {
        ...{ by: 'event', type: 'user.updated', minutes: 60 },
        filter: [{ path: 'custom_fields.level' }],
      },
    },
  ]) {
    const scenario = await draft([byHand('named'), { id: 'named', ...node }, end])
    const refused = { status: 409, reason: 'custom_field_named' }
    const details = [{ message: `${scenario.id} names it` }]
    await expect(people.customFields.delete({ path })).rejects.toMatchObject({ ...refused, details })
    await expect(people.customFields.update({ path, body: { type: 'number' } })).rejects.toMatchObject(
      refused,
    )
    await scenarios.delete({ path: { id: scenario.id } })
  }
  await people.customFields.delete({ path })
})

test('a rule about a topic that the settings do not have is refused, with its place', async () => {
  const { draft, scenarios } = await schoolOf(system)
  const rule = { or: [{ reachable: 'news' }, { not: { reachable: 'gossip' } }] }
  const nodes = [
    byHand('asked'),
    { id: 'asked', kind: 'condition', if: { by: 'rule', rule }, yes: 'end', no: 'end' },
  ]
  const { id } = await draft([...nodes, end])
  await expect(scenarios.publish({ path: { id }, body: {} })).rejects.toMatchObject({
    reason: 'graph_invalid',
    details: [{ path: 'graph.nodes.asked.if.rule.or.1.not.reachable' }],
  })
})
