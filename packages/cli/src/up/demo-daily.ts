// What the staff of the demo school does from day to day: who reviews homework, more time for one student, a template, an
// address that gets no mail, an old address, a tag for many, a scenario that people enter by hand, a list as a file, and
// a file of people that was tried.
import type { LmsClient } from '@lms/api'
import type { Id } from '@lms/contract'
import { demoPeople } from './demo-data.ts'
import { uploaded } from './demo-files.ts'
import { nothingMissing } from './demo-settled.ts'

interface Seeded {
  people: readonly Id<'usr'>[]
  courses: readonly Id<'crs'>[]
  groups: readonly Id<'grp'>[]
}

/** The last objects of the services that work by themselves. */
export interface Daily {
  ran: Id<'run'>
  exported: Id<'exp'>
}

const key = (what: string) => ({ idempotencyKey: `demo-daily-${what}` })

/** Does it, and waits until it is done. */
export async function seedDaily(client: LmsClient, seeded: Seeded): Promise<Daily> {
  const [ran, exported] = await Promise.all([
    entered(client, seeded),
    orderedAsFile(client),
    tagged(client),
    tried(client),
    reviewed(client, seeded),
    written(client),
  ])
  return { ran, exported }
}

/** Waits until an object has this status. */
const become = (expected: string, what: string, read: () => Promise<{ status: string }>): Promise<void> =>
  nothingMissing(async () => {
    const { status } = await read()
    return status === expected ? null : `${what} is ${status}`
  })

/** Who reviews homework, and a student who has more time. */
async function reviewed(client: LmsClient, { people, courses, groups }: Seeded): Promise<void> {
  const [one, other] = people.filter((_, index) => demoPeople[index]!.role === 'curator')
  await client.curators.assign({
    body: { curator_id: one!, group_id: groups[1]!, max_load: 20 },
    ...key('flow'),
  })
  await client.curators.assign({ body: { curator_id: other!, course_id: courses[1]! }, ...key('course') })
  const query = { course_id: courses[1]!, sort: 'created_at', limit: 1 }
  const { user_id } = (await client.enrollments.list({ query })).data[0]!
  const due_at = `${new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10)}T20:00:00.000+00:00`
  await client.lessonOverrides.create({
    body: { user_id, course_id: courses[1]!, due_at },
    ...key('time'),
  })
}

async function written(client: LmsClient): Promise<void> {
  await client.messageTemplates.create({
    body: {
      name: 'A place is free',
      subject: 'A place is free',
      body: 'Hello {{ user.first_name }},\n\na place in the flow that you asked for has become free. It is yours until Sunday.',
    },
    ...key('template'),
  })
  await client.suppressions.create({
    body: {
      address: 'info@old-studio.example',
      comment: 'The studio has closed, and asked for no more mail.',
    },
    ...key('suppression'),
  })
  await client.redirects.create({
    body: { from_path: '/aquarell', target: '/watercolour' },
    ...key('redirect'),
  })
}

/** People who enter a scenario by hand: some are called at once, the others wait. */
async function entered(client: LmsClient, { people }: Seeded): Promise<Id<'run'>> {
  const { id } = await client.scenarios.create({
    body: {
      name: 'Summer school: who is interested',
      graph: {
        nodes: [
          { id: 'asked', kind: 'trigger', start: { by: 'hand' }, next: 'sure' },
          {
            id: 'sure',
            kind: 'condition',
            if: { by: 'data', test: { path: 'interest', equals: 'high' } },
            yes: 'call',
            no: 'later',
          },
          { id: 'call', kind: 'task', title: 'Call about the summer school', due_days: 2, next: 'over' },
          { id: 'later', kind: 'wait', until: { by: 'minutes', minutes: 14 * 24 * 60 }, next: 'call' },
          { id: 'over', kind: 'end' },
        ],
      },
    },
    ...key('scenario'),
  })
  const path = { id }
  await client.scenarios.publish({ path, body: {}, ...key('scenario-published') })
  await client.scenarios.status({ path, body: { status: 'enabled' }, ...key('scenario-enabled') })
  let last: Id<'run'> | null = null
  for (const [index, interest] of ['low', 'high', 'low', 'high'].entries()) {
    const body = { user_id: people.at(-1 - index)!, data: { interest } }
    last = (await client.scenarios.run({ path, body, ...key(`run-${index + 1}`) })).id as Id<'run'>
  }
  await nothingMissing(async () => {
    const query = { scenario_id: id, status: 'finished' }
    const { data } = await client.scenarioRuns.list({ query })
    return data.length === 2 ? null : `only ${data.length} of the called have left the scenario`
  })
  return last!
}

/** The paid orders as a workbook. */
async function orderedAsFile(client: LmsClient): Promise<Id<'exp'>> {
  const { id } = await client.exports.create({
    body: { list: '/v1/orders', query: 'status=paid', format: 'xlsx', time_zone: 'Europe/Berlin' },
    ...key('export'),
  })
  await become('finished', 'the export', () => client.exports.get({ path: { id } }))
  return id
}

/** A tag for the people of a segment. */
async function tagged(client: LmsClient): Promise<void> {
  const { id: tag_id } = await client.tags.create({ body: { name: 'Studies watercolour' }, ...key('tag') })
  const { data } = await client.segments.list({ query: { sort: 'created_at', limit: 1 } })
  const { id } = await client.bulkActions.create({
    body: { segment_id: data[0]!.id, kind: 'add_tag', tag_id },
    ...key('bulk'),
  })
  await become('finished', 'the bulk action', () => client.bulkActions.get({ path: { id } }))
}

/** A list of visitors, as a dry run shows it: two are new, one is known, and one has no address. */
async function tried(client: LmsClient): Promise<void> {
  const { first_name, email } = demoPeople[20]!
  const rows = [
    'First name,E-mail',
    'Mira,mira@visitor.example',
    'Tom,tom@visitor.example',
    `${first_name},${email}`,
  ]
  const file_id = await uploaded(client, Buffer.from([...rows, 'Nora,no address'].join('\r\n')), {
    name: 'visitors-of-the-exhibition.csv',
    content_type: 'text/csv',
  })
  const { id } = await client.imports.create({ body: { file_id, dry_run: true }, ...key('import') })
  await become('finished', 'the import', () => client.imports.get({ path: { id } }))
}
