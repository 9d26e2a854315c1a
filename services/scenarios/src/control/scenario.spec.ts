import { type Id, newId } from '@lms/contract'
import { eventually, type TestSystem } from '@lms/testing'
import { byHand, end, pause, schoolOf, startWithClock } from '../testing/school.ts'

let system: TestSystem
let pass: (minutes: number) => void
beforeAll(async () => {
  const started = await startWithClock()
  system = started.system
  pass = started.pass
})
afterAll(() => system.stop())

test('a graph with faults is not published, and its nodes are named', async () => {
  const { draft, scenarios } = await schoolOf(system)
  const { id } = await draft([byHand('nowhere'), end])
  await expect(scenarios.publish({ path: { id }, body: {} })).rejects.toMatchObject({
    reason: 'graph_invalid',
    details: [{ path: 'graph.nodes.begin.next' }, { path: 'graph.nodes.end' }],
  })
  await expect(scenarios.status({ path: { id }, body: { status: 'enabled' } })).rejects.toMatchObject({
    reason: 'scenario_unpublished',
  })
})

test('a message whose text nobody could get is a fault of its node, before anybody enters', async () => {
  const { draft, scenarios } = await schoolOf(system)
  const mail = { id: 'mail', kind: 'message', topic: 'study', next: 'end' }
  const unfit = await draft([byHand('mail'), { ...mail, body: 'Hello {{ name' }, end])
  await expect(scenarios.publish({ path: { id: unfit.id }, body: {} })).rejects.toMatchObject({
    reason: 'graph_invalid',
    details: [{ path: 'graph.nodes.mail.body', message: expect.stringContaining('{{ name') }],
  })
  const fit = await draft([byHand('mail'), { ...mail, body: 'Hello {{ name | upcase }}' }, end])
  await expect(scenarios.publish({ path: { id: fit.id }, body: {} })).resolves.toMatchObject({
    published: true,
  })
})

test('a message about a topic that the school does not have is a fault of its node', async () => {
  const { draft, scenarios } = await schoolOf(system)
  const mail = { id: 'mail', kind: 'message', topic: 'nowhere', body: 'Hello', next: 'end' }
  const { id } = await draft([byHand('mail'), mail, end])
  await expect(scenarios.publish({ path: { id }, body: {} })).rejects.toMatchObject({
    reason: 'graph_invalid',
    details: [{ path: 'graph.nodes.mail.topic', message: expect.stringContaining('no such topic') }],
  })
})

test('a person who enters gets every effect once, and the trace says what became of each', async () => {
  const {
    people,
    crm,
    person,
    enabled,
    scenarios,
    reaches,
    traceOf,
    statsOf,
    told: emittedEvents,
  } = await schoolOf(system)
  const { id: user_id } = await person()
  const tag = (await people.tags.create({ body: { name: 'VIP' } })).id
  const group = (await people.groups.create({ body: { name: 'Spring' } })).id
  await people.customFields.create({ body: { name: 'city', type: 'text' } })
  const removedPerson = await person()
  const { id } = await enabled([
    byHand('tag'),
    { id: 'tag', kind: 'tag', tag_id: tag, next: 'group' },
    { id: 'group', kind: 'group', group_id: group, next: 'note' },
    { id: 'note', kind: 'note', text: 'Came by hand.', next: 'task' },
    { id: 'task', kind: 'task', title: 'Call', assignee_id: removedPerson.id, next: 'city' },
    { id: 'city', kind: 'field', field: 'city', value: { data: 'city' }, next: 'mail' },
    { id: 'mail', kind: 'message', body: 'Hello {{ city }}', topic: 'study', next: 'role' },
    {
      id: 'role',
      kind: 'condition',
      if: { by: 'rule', rule: { field: 'role', equals: 'student' } },
      yes: 'end',
      no: 'end',
    },
    end,
  ])
  await eventually('crm to know the person', async () => {
    const segment = await crm.segments.create({
      body: { name: newId('seg'), rule: { field: 'role', equals: 'student' } },
    })
    return segment.size > 0
  })
  await people.users.delete({ path: { id: removedPerson.id } })
  const run = await scenarios.run({ path: { id }, body: { user_id, data: { city: 'Bonn' } } })
  await reaches(run.id, 'end')
  const trace = await traceOf(run.id)
  expect(
    trace.map(({ node, exit, outcome, reason }) => [node, exit, outcome, reason].join(' ').trim()),
  ).toEqual([
    'begin next',
    'tag next done',
    'group next done',
    'note next done',
    'task next done assignee_unknown',
    'city next done',
    'mail next queued',
    'role yes  field: yes',
    'end',
  ])
  expect((await people.personTags.list({ path: { id: user_id } })).data).toMatchObject([{ name: 'VIP' }])
  expect((await people.members.list({ path: { id: group } })).data).toMatchObject([{ user_id }])
  expect((await crm.notes.list()).data).toMatchObject([{ user_id, text: 'Came by hand.' }])
  expect((await crm.tasks.list()).data).toMatchObject([{ user_id, title: 'Call', assignee_id: null }])
  expect((await crm.messages.list()).data).toMatchObject([{ id: trace[6]!.ids[0], user_id }])
  expect(await people.users.get({ path: { id: user_id } })).toMatchObject({ custom_fields: { city: 'Bonn' } })
  expect(await statsOf(id)).toMatchObject({ begin: [1, 0, 0], tag: [1, 0, 0], end: [1, 0, 0] })
  expect((await emittedEvents()).map(({ type }) => type)).toEqual([
    'system.scenario_published',
    'system.scenario_published',
    'system.scenario_run_finished',
  ])
  await expect(people.tags.delete({ path: { id: tag } })).rejects.toMatchObject({ status: 409 })
})

test('a person is inside once, whoever asks at once, and enters again only as the scenario says', async () => {
  const { person, enabled, scenarios, scenarioRuns, reaches } = await schoolOf(system)
  const { id: user_id } = await person()
  const fields = { re_entry: 'after_leaving', re_entry_gap_hours: 1 }
  const path = { id: (await enabled([byHand('pause'), pause(60), end], fields)).id }
  const tries = await Promise.allSettled(
    Array.from({ length: 20 }, () => scenarios.run({ path, body: { user_id } })),
  )
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const [run] = (await scenarioRuns.list()).data
  await reaches(run!.id, 'pause')
  pass(60)
  await reaches(run!.id, 'end')
  await expect(scenarios.run({ path, body: { user_id } })).rejects.toMatchObject({
    reason: 're_entry_refused',
  })
  pass(61)
  expect(await scenarios.test({ path, body: { userId: user_id } })).toMatchObject({
    would_enter: true,
    trigger: 'begin',
  })
  expect(await scenarios.run({ path, body: { user_id } })).toMatchObject({ status: 'active' })
})

test('a pause stops the clock: nobody enters or walks, and what was left of a wait is left afterwards', async () => {
  const { person, enabled, scenarios, reaches, runOf } = await schoolOf(system)
  const { id: user_id } = await person()
  const path = { id: (await enabled([byHand('pause'), pause(60), end])).id }
  const run = await scenarios.run({ path, body: { user_id } })
  await reaches(run.id, 'pause')
  pass(50)
  await scenarios.pause({ path })
  await expect(scenarios.run({ path, body: { user_id: (await person()).id } })).rejects.toMatchObject({
    reason: 'scenario_not_enabled',
  })
  pass(24 * 60)
  await scenarios.status({ path, body: { status: 'enabled' } })
  const other = await scenarios.run({ path, body: { user_id: (await person()).id } })
  await reaches(other.id, 'pause')
  expect((await runOf(run.id)).node).toBe('pause')
  pass(10)
  await reaches(run.id, 'end')
  expect((await runOf(other.id)).node).toBe('pause')
})

test('a stop ends everyone inside for good, or lets them walk on', async () => {
  const { person, enabled, scenarios, scenarioRuns, reaches, statsOf } = await schoolOf(system)
  const path = { id: (await enabled([byHand('pause'), pause(60), end])).id }
  const [one, two, three] = await Promise.all(
    [1, 2, 3].map(async () => scenarios.run({ path, body: { user_id: (await person()).id } })),
  )
  for (const run of [one!, two!, three!]) await reaches(run.id, 'pause')
  expect(await scenarioRuns.stop({ path: { id: one!.id } })).toMatchObject({
    status: 'closed',
    reason: 'stopped',
  })
  await expect(scenarioRuns.stop({ path: { id: one!.id } })).rejects.toMatchObject({ reason: 'run_over' })
  await expect(scenarios.delete({ path })).rejects.toMatchObject({ reason: 'scenario_occupied' })
  const preview = await scenarios.status({ path, body: { status: 'stopped', dry_run: true } })
  expect(preview).toMatchObject({ inside: 2, scenario: { status: 'enabled' } })
  await scenarios.status({ path, body: { status: 'stopped', inside: 'finish' } })
  pass(60)
  await reaches(two!.id, 'end')
  await scenarios.status({ path, body: { status: 'enabled' } })
  const four = await scenarios.run({ path, body: { user_id: (await person()).id } })
  await reaches(four.id, 'pause')
  await scenarios.status({ path, body: { status: 'stopped' } })
  await eventually('everyone to be out', async () => (await scenarios.get({ path })).inside_count === 0)
  expect(await statsOf(path.id)).toMatchObject({ pause: [4, 0, 2], end: [2, 0, 0] })
  expect(await scenarios.delete({ path })).toEqual({ id: path.id, deleted: true })
})

test('people stay in the version in which they began, unless a publication moves them', async () => {
  const { person, enabled, scenarios, reaches, runOf, statsOf } = await schoolOf(system)
  const path = { id: (await enabled([byHand('pause'), pause(60), end])).id }
  const run = await scenarios.run({ path, body: { user_id: (await person()).id } })
  await reaches(run.id, 'pause')
  const goal = { id: 'goal', kind: 'goal' }
  await scenarios.update({
    path,
    body: { graph: { nodes: [byHand('pause'), pause(60, 'goal'), goal] } as never },
  })
  const dry = await scenarios.publish({ path, body: { dry_run: true } })
  expect(dry).toMatchObject({ published: false, inside_older: 1, scenario: { published_version: 1 } })
  expect(await scenarios.publish({ path, body: {} })).toMatchObject({ published: true, moved: 0 })
  expect((await runOf(run.id)).scenario_version).toBe(1)
  expect(await scenarios.publish({ path, body: { move_inside: true } })).toMatchObject({ moved: 1 })
  pass(60)
  expect(await reaches(run.id, 'goal')).toMatchObject({ scenario_version: 3, reason: 'goal' })
  expect(await statsOf(path.id)).toMatchObject({ goal: [1, 0, 0] })
})

test('events let people enter, and end their waits', async () => {
  const { people, person, enabled, scenarioRuns, reaches, traceOf } = await schoolOf(system)
  const { id: user_id } = await person()
  const [first, second] = await Promise.all(
    ['First', 'Second'].map(name => people.tags.create({ body: { name } })),
  )
  const tagged = (name: string) => ({
    by: 'event',
    type: 'user.tag_added',
    filter: [{ path: 'name', equals: name }],
  })
  await enabled([
    { id: 'begin', kind: 'trigger', start: tagged('First'), next: 'await' },
    { id: 'await', kind: 'wait', until: { ...tagged('Second'), minutes: 60 }, next: 'end', timeout: 'late' },
    { id: 'late', kind: 'goal' },
    end,
  ])
  const add = (tag: { id: string }) =>
    people.personTags.add({ path: { id: user_id }, body: { tags: [tag.id] } })
  await add(first!)
  const run = await eventually('the run', async () => (await scenarioRuns.list()).data[0])
  await reaches(run.id, 'await')
  pass(1)
  await add(second!)
  await reaches(run.id, 'end')
  expect((await traceOf(run.id))[1]).toMatchObject({ node: 'await', exit: 'next', outcome: 'event' })
})

test('a person who is deleted or erased leaves, and of two who become one the run of the second ends', async () => {
  const { people, person, enabled, scenarios, runOf } = await schoolOf(system)
  const path = { id: (await enabled([byHand('pause'), pause(60), end])).id }
  const [removedPerson, ann, twin] = [await person(), await person(), await person()]
  const runs: { id: Id<'run'> }[] = []
  for (const { id } of [removedPerson, ann, twin])
    runs.push(await scenarios.run({ path, body: { user_id: id } }))
  await people.users.delete({ path: { id: removedPerson.id } })
  await people.persons.merge({ path: { id: ann.id }, body: { user_id: twin.id } })
  const over = (index: number, reason: string) =>
    eventually(`the run to end: ${reason}`, async () => (await runOf(runs[index]!.id)).reason === reason)
  await over(0, 'left')
  await over(2, 'merged')
  expect(await runOf(runs[1]!.id)).toMatchObject({ user_id: ann.id, finished_at: null })
  expect(await runOf(runs[2]!.id)).toMatchObject({ user_id: ann.id, status: 'closed' })
})

test('a dry run has the path of the run, without its effects, and a test is in no statistics', async () => {
  const { crm, person, enabled, scenarios, reaches, traceOf, statsOf } = await schoolOf(system)
  const { id: userId } = await person()
  const nodes = [
    byHand('pause'),
    pause(90, 'if'),
    {
      id: 'if',
      kind: 'condition',
      if: { by: 'data', test: { path: 'amount', at_least: 10 } },
      yes: 'note',
      no: 'end',
    },
    { id: 'note', kind: 'note', text: 'Rich', next: 'end' },
    end,
  ]
  const path = { id: (await enabled(nodes)).id }
  const from = '2027-01-01T00:00:00.000+00:00'
  const dry = await scenarios.dryRun({ path, body: { data: { amount: 12 }, from } })
  expect(dry.reason).toBe('end')
  expect(dry.path[1]).toMatchObject({
    node: 'pause',
    entered_at: from,
    left_at: '2027-01-01T01:30:00.000+00:00',
  })
  expect((await crm.notes.list()).data).toEqual([])
  const { run } = await scenarios.test({ path, body: { userId, real: true } })
  await reaches(run!.id, 'pause')
  pass(1)
  await reaches(run!.id, 'end')
  const without = await scenarios.dryRun({ path, body: {} })
  const ways = (list: readonly { node: string; exit: string | null }[]) =>
    list.map(({ node, exit }) => [node, exit])
  expect(ways(await traceOf(run!.id))).toEqual(ways(without.path))
  expect(await statsOf(path.id)).toEqual({})
})

test('events are heard while a scenario is enabled; those of a pause are counted, and others leave no row', async () => {
  const { caller, people, person, enabled, scenarios, scenarioRuns, statsOf } = await schoolOf(system)
  const tag = (await people.tags.create({ body: { name: 'VIP' } })).id
  const tagged = async () => {
    const { id: user_id } = await person()
    await people.personTags.add({ path: { id: user_id }, body: { tags: [tag] } })
  }
  const inbox = async () =>
    (
      await system.services.scenarios!.runtime.system.rows({
        statement: {
          name: '',
          text: `select 1 from scenarios.inbox where school_id = $1 and consumer = 'scenarios-scenarios'`,
        },
        values: [caller.school],
      })
    ).length
  const start = { by: 'event', type: 'user.tag_added', filter: [] }
  const { id } = await enabled([{ id: 'begin', kind: 'trigger', start, next: 'pause' }, pause(60), end])
  await tagged()
  await eventually('the run', async () => (await scenarioRuns.list()).data.length === 1)
  // The creation of the person was heard by nobody.
  expect(await inbox()).toBe(1)
  await scenarios.pause({ path: { id } })
  await tagged()
  await eventually('the refusal', async () => (await inbox()) === 2)
  expect((await scenarios.stats({ path: { id } })).data[0]).toMatchObject({ node: 'begin', refused: 1 })
  await scenarios.status({ path: { id }, body: { status: 'stopped' } })
  await tagged()
  pass(1)
  await scenarios.status({ path: { id }, body: { status: 'enabled' } })
  await tagged()
  await eventually('the second run', async () => (await scenarioRuns.list()).data.length === 2)
  expect((await statsOf(id)).begin![0]).toBe(2)
})
