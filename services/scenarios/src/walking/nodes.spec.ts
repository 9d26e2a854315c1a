import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as streamText } from 'node:stream/consumers'
import { newId } from '@lms/contract'
import { hostOperations } from '@lms/service-host'
import { siteService } from '@lms/site/service'
import { asOwner, eventually, type TestSystem } from '@lms/testing'
import { webinarsContract } from '@lms/webinars/contract'
import { webinarsService } from '@lms/webinars/service'
import { Webhook } from 'standardwebhooks'
import { scenariosContract } from '../contract.ts'
import { byHand, end, pause, schoolOf, startWithClock } from '../testing/school.ts'

let system: TestSystem
let pass: (minutes: number) => void
beforeAll(async () => {
  const started = await startWithClock([siteService, webinarsService], { LMS_SCENARIOS_ALLOW_PRIVATE: '1' })
  system = started.system
  pass = started.pass
})
afterAll(() => system.stop())

test('a node leads people into another scenario, where its own rules say who enters', async () => {
  const { person, enabled, draft, scenarios, scenarioRuns, reaches, traceOf } = await schoolOf(system)
  const { id: user_id } = await person()
  const other = await enabled([byHand('pause'), pause(60), end])
  const to = { kind: 'scenario', scenario_id: other.id }
  const nodes = [
    byHand('first'),
    { ...to, id: 'first', next: 'second' },
    { ...to, id: 'second', next: 'end' },
    end,
  ]
  await expect(draft([{ ...nodes[1]!, scenario_id: newId('scn') }])).rejects.toMatchObject({
    reason: 'scenario_unknown',
  })
  const unpublished = await draft([byHand('end'), end])
  const leading = await draft([
    byHand('first'),
    { ...nodes[1]!, scenario_id: unpublished.id, next: 'end' },
    end,
  ])
  await expect(scenarios.publish({ path: { id: leading.id }, body: {} })).rejects.toMatchObject({
    reason: 'graph_invalid',
    details: [{ path: 'graph.nodes.first.scenario_id' }],
  })
  await expect(scenarios.delete({ path: { id: unpublished.id } })).rejects.toMatchObject({
    reason: 'scenario_named',
  })
  const { id } = await enabled(nodes)
  const run = await scenarios.run({ path: { id }, body: { user_id, data: { city: 'Bonn' } } })
  await reaches(run.id, 'end')
  const [, first, second] = await traceOf(run.id)
  expect([first!.outcome, second!.outcome]).toEqual(['done', 'unchanged'])
  const runs = (await scenarioRuns.list()).data
  expect(runs.find(each => each.id === first!.ids[0])).toMatchObject({ user_id, scenario_id: other.id })
  expect(runs).toHaveLength(2)
})

test('a condition asks for the presence at a webinar, and says what it has found', async () => {
  const { caller, people, enabled, scenarios, reaches, traceOf } = await schoolOf(system)
  const api = system.client('webinars', webinarsContract.resources, caller)
  const webinar = await api.webinars.create({ body: { title: 'Colour' } })
  const session = await api.webinarSessions.create({
    body: { webinar_id: webinar.id, starts_at: '2026-11-20T18:00:00.000+00:00' },
  })
  const { id: user_id } = await people.users.create({ body: { email: 'ann@school.example' } })
  await api.attendanceImports.run({
    body: { session_id: session.id, csv: 'email,minutes\nann@school.example,45\n' },
  })
  const asking = (id: string, at_least: number, more: object) => ({
    ...{ id, kind: 'condition', ...more },
    if: { by: 'attendance', webinar_id: webinar.id, counts: 'live_seconds', at_least },
  })
  const { id } = await enabled([
    byHand('half'),
    asking('half', 1800, { yes: 'whole', no: 'end' }),
    asking('whole', 3600, { yes: 'goal', no: 'end' }),
    { id: 'goal', kind: 'goal' },
    end,
  ])
  const run = await scenarios.run({ path: { id }, body: { user_id } })
  await reaches(run.id, 'end')
  const ways = (await traceOf(run.id)).map(({ node, exit, reason }) => ({ node, exit, reason }))
  expect(ways.slice(1, 3)).toEqual([
    { node: 'half', exit: 'yes', reason: 'live_seconds 2700 of 1800' },
    { node: 'whole', exit: 'no', reason: 'live_seconds 2700 of 3600' },
  ])
  const dry = await scenarios.dryRun({ path: { id }, body: { user_id } })
  expect(dry.path.map(({ node, exit, reason }) => ({ node, exit, reason })).slice(1, 3)).toEqual(
    ways.slice(1, 3),
  )
})

test('a node starts a mailing once, for its own audience, and says so where it has started already', async () => {
  const { caller, crm, person, enabled, draft, scenarios, reaches, traceOf } = await schoolOf(system)
  const [ann, bea] = [await person(), await person()]
  const topic = 'study'
  const { id: mailing_id } = await crm.mailings.create({
    body: { name: 'Autumn', subject: 'Hi', body: 'Hello', topic, audience: { user_ids: [bea.id] } } as never,
  })
  const node = { id: 'mail', kind: 'mailing', mailing_id, next: 'end' }
  const nodes = [byHand('mail'), node, end]
  await expect(draft([byHand('mail'), { ...node, mailing_id: newId('mlg') }, end])).rejects.toMatchObject({
    status: 422,
  })
  const { id: drafted } = await draft(nodes)
  const rights = [['*'], ['scenarios:*']]
  await expect(
    system
      .client('scenarios', scenariosContract.resources, { ...caller, rights } as never)
      .scenarios.publish({ path: { id: drafted }, body: {} }),
  ).rejects.toMatchObject({ reason: 'graph_beyond_own', details: [{ path: 'graph.nodes.mail' }] })
  const { id } = await enabled(nodes)
  const outcomeOf = async (user_id: typeof ann.id) => {
    const run = await scenarios.run({ path: { id }, body: { user_id } })
    await reaches(run.id, 'end')
    return (await traceOf(run.id))[1]
  }
  expect(await outcomeOf(ann.id)).toMatchObject({ node: 'mail', outcome: 'done', ids: [mailing_id] })
  await eventually('the mailing to have its audience', async () => {
    const { counts } = await crm.mailings.get({ path: { id: mailing_id } })
    return counts.audience === 1
  })
  expect(await outcomeOf(bea.id)).toMatchObject({ node: 'mail', outcome: 'refused', ids: [] })
  expect((await crm.messages.list({ query: { mailing_id } as never })).data).toHaveLength(1)
})

test('a dry run shows what the person would read, and why a condition holds', async () => {
  const { people, draft, scenarios } = await schoolOf(system)
  const { id: user_id } = await people.users.create({
    body: { email: `${newId('usr')}@a.example`, first_name: 'Ann' },
  })
  const rule = { and: [{ field: 'role', equals: 'student' }, { not: { field: 'role', equals: 'owner' } }] }
  const { id } = await draft([
    byHand('mail'),
    {
      id: 'mail',
      kind: 'message',
      subject: 'For {{ user.first_name }}',
      body: 'From {{ city }}, {{ x }}',
      next: 'if',
    },
    { id: 'if', kind: 'condition', if: { by: 'rule', rule }, yes: 'end', no: 'end' },
    end,
  ])
  const dry = await scenarios.dryRun({ path: { id }, body: { user_id, data: { city: 'Bonn' } } })
  expect(dry.path[1]).toMatchObject({
    message: { subject: 'For Ann', text: 'From Bonn, ', missing: ['x'], error: null },
  })
  expect(dry.path[2]!.reason).toMatch(/^and\.0 field: (yes|no), and\.1\.not field: no$|^not in the school$/)
})

describe('a call of an outsider', () => {
  const signing = `whsec_${Buffer.alloc(24, 5).toString('base64')}`
  const heard: { headers: IncomingHttpHeaders; text: string }[] = []
  let answers: { status: number; body: string }[] = []
  const receiver = createServer(async (request, response) => {
    heard.push({ headers: request.headers, text: await streamText(request) })
    const { status, body } = answers.shift() ?? { status: 200, body: '{}' }
    response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  })
  beforeAll(() => new Promise<void>(resolve => receiver.listen(0, '127.0.0.1', resolve)))
  afterAll(() => receiver.close())
  const url = () => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
  const calling = (more: object = {}) => [
    byHand('call'),
    {
      ...{
        id: 'call',
        kind: 'http',
        url: url(),
        variables: { source: 'spring' },
        next: 'hot',
        failed: 'note',
      },
      save: [
        { name: 'score', path: 'lead.score' },
        { name: 'list', path: 'lead.list' },
        { name: 'owner', path: 'owner' },
      ],
      ...more,
    },
    {
      id: 'hot',
      kind: 'condition',
      if: { by: 'data', test: { path: 'score', at_least: 80 } },
      yes: 'goal',
      no: 'end',
    },
    { id: 'note', kind: 'note', text: 'The call failed.', next: 'end' },
    { id: 'goal', kind: 'goal' },
    end,
  ]
  const school = async () => {
    const fixture = await schoolOf(system)
    const { host } = system.internal(
      'scenarios',
      { host: hostOperations },
      { as: 'service', school: fixture.caller.school },
    )
    const sign = () =>
      host.changeSettings({ body: { values: { http_secret: signing }, version: null, role: 'owner' } })
    heard.length = 0
    return { ...fixture, sign }
  }

  /** Waits until so many calls have failed, and the next try has its time. */
  const planned = (school: string, calls: number) =>
    eventually('the next try', async () => {
      const rows = await system.services.scenarios!.runtime.system.rows({
        statement: {
          name: '',
          text: `select 1 from scenarios.tasks where school_id = $1 and queue = 'call-outside' and status = 'waiting'`,
        },
        values: [school],
      })
      return rows.length === 1 && heard.length === calls
    })

  test('is signed, and a few values of the answer decide the way on', async () => {
    const { person, enabled, draft, scenarios, reaches, traceOf, sign } = await school()
    const unsigned = await draft(calling())
    await expect(scenarios.publish({ path: { id: unsigned.id }, body: {} })).rejects.toMatchObject({
      reason: 'graph_invalid',
      details: [{ path: 'graph.nodes.call' }],
    })
    await sign()
    const { id } = await enabled(calling())
    answers = [
      { status: 200, body: JSON.stringify({ lead: { score: 90, list: [1] }, owner: 'x'.repeat(600) }) },
    ]
    const { id: user_id } = await person()
    const run = await scenarios.run({ path: { id }, body: { user_id, data: { city: 'Bonn' } } })
    await reaches(run.id, 'goal')
    const [{ headers, text }] = heard as [(typeof heard)[number]]
    const at = new Date(Number(headers['webhook-timestamp']) * 1000)
    expect(headers['webhook-signature']).toBe(
      new Webhook(signing).sign(String(headers['webhook-id']), at, text),
    )
    const data = { city: 'Bonn', source: 'spring' }
    expect(JSON.parse(text)).toEqual({
      scenario_id: id,
      run_id: run.id,
      node: 'call',
      user_id,
      test: false,
      data,
    })
    expect(headers['idempotency-key']).toBe(headers['webhook-id'])
    expect((await traceOf(run.id))[1]).toMatchObject({
      ...{ node: 'call', exit: 'next', outcome: 'done' },
      request_id: headers['x-request-id'],
    })
  })

  test('keeps texts of the answer that the database takes, and cuts none within a character', async () => {
    const { person, enabled, scenarios, reaches, sign } = await school()
    await sign()
    const { id } = await enabled(calling())
    for (const owner of [`${'x'.repeat(499)}😀`, 'Ann\u0000Lee', '\ud83d']) {
      answers = [{ status: 200, body: JSON.stringify({ lead: { score: 90 }, owner }) }]
      const run = await scenarios.run({ path: { id }, body: { user_id: (await person()).id } })
      await reaches(run.id, 'goal')
    }
  })

  test('is tried three times under one key, and then leads to its other exit', async () => {
    const { caller, person, enabled, scenarios, reaches, traceOf, sign } = await school()
    await sign()
    const { id } = await enabled(calling())
    answers = Array.from({ length: 3 }, () => ({ status: 503, body: '' }))
    const run = await scenarios.run({ path: { id }, body: { user_id: (await person()).id } })
    for (const tries of [1, 2]) {
      await planned(caller.school, tries)
      pass(1)
    }
    await reaches(run.id, 'end')
    expect(new Set(heard.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
    expect((await traceOf(run.id))[1]).toMatchObject({
      exit: 'failed',
      outcome: 'failed',
      reason: 'http_503',
    })
    answers = [{ status: 404, body: '' }]
    heard.length = 0
    const other = await scenarios.run({ path: { id }, body: { user_id: (await person()).id } })
    await reaches(other.id, 'end')
    expect(heard).toHaveLength(1)
  })

  test('an event that comes while it is under way ends the wait behind it', async () => {
    const { caller, people, person, enabled, scenarios, reaches, traceOf, sign } = await school()
    await sign()
    const until = { by: 'event', type: 'user.tag_added', filter: [], minutes: 600 }
    const { id } = await enabled([
      byHand('call'),
      { id: 'call', kind: 'http', url: url(), next: 'wait', failed: 'end' },
      { id: 'wait', kind: 'wait', until, next: 'goal', timeout: 'end' },
      { id: 'goal', kind: 'goal' },
      end,
    ])
    answers = [{ status: 503, body: '' }]
    const { id: user_id } = await person()
    const run = await scenarios.run({ path: { id }, body: { user_id } })
    await planned(caller.school, 1)
    const tag = await people.tags.create({ body: { name: 'VIP' } })
    await people.personTags.add({ path: { id: user_id }, body: { tags: [tag.id] } })
    await eventually('it to be heard', async () => {
      const rows = await system.services.scenarios!.runtime.system.rows({
        statement: { name: '', text: 'select 1 from scenarios.inbox where school_id = $1 and consumer = $2' },
        values: [caller.school, 'scenarios-scenarios'],
      })
      return rows.length > 0
    })
    pass(1)
    await reaches(run.id, 'goal')
    expect((await traceOf(run.id)).map(({ outcome }) => outcome)).toContain('event')
  })

  test('is ordered again where its task was given up', async () => {
    const { caller, person, enabled, scenarios, reaches, sign } = await school()
    await sign()
    const { id } = await enabled(calling())
    answers = [{ status: 503, body: '' }]
    const run = await scenarios.run({ path: { id }, body: { user_id: (await person()).id } })
    await planned(caller.school, 1)
    await asOwner(system.ownerUrl, owner =>
      owner.query(`delete from scenarios.tasks where school_id = $1 and queue = 'call-outside'`, [
        caller.school,
      ]),
    )
    pass(61)
    await reaches(run.id, 'end')
    expect(heard).toHaveLength(2)
  })

  test('waits while the scenario is paused', async () => {
    const { caller, person, enabled, scenarios, reaches, sign } = await school()
    await sign()
    const { id } = await enabled(calling())
    answers = [{ status: 503, body: '' }]
    const run = await scenarios.run({ path: { id }, body: { user_id: (await person()).id } })
    await planned(caller.school, 1)
    await scenarios.pause({ path: { id } })
    pass(1)
    await system.services.scenarios!.workOffTasks()
    expect(heard).toHaveLength(1)
    await scenarios.status({ path: { id }, body: { status: 'enabled' } })
    pass(2)
    await reaches(run.id, 'end')
    expect(heard).toHaveLength(2)
  })
})
