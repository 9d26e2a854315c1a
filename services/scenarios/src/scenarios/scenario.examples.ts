// Test values for requests about scenarios and their runs, besides their declared bodies.
import { type Examples, on, type School } from '@lms/testing/examples'

async function published(school: School): Promise<{ id: string }> {
  const { id } = await school.make('scenarios.create')
  await school.done('scenarios.publish', { path: { id }, body: {} })
  return { id }
}
async function enabled(school: School): Promise<{ id: string }> {
  const path = await published(school)
  await school.done('scenarios.status', { path, body: { status: 'enabled' } })
  return path
}
async function started(school: School): Promise<{ id: string; scenario_id: string }> {
  const [path, person] = await Promise.all([enabled(school), school.make('users.create')])
  return school.done('scenarios.run', { path, body: { user_id: person.id } })
}

export const examples: Examples = {
  'scenarios.pause': on(enabled),
  'scenarios.status': async school => ({ path: await published(school), body: { status: 'enabled' } }),
  'scenarios.run': async school => ({
    path: await enabled(school),
    body: { user_id: (await school.make('users.create')).id },
  }),
  'scenarios.test': async school => ({
    path: await enabled(school),
    body: { userId: (await school.make('users.create')).id },
  }),
  'scenarioRuns.stop': on(started),
  // Two counters: one person entered each of two versions.
  'scenarios.stats': async school => {
    const { scenario_id } = await started(school)
    const path = { id: scenario_id }
    await school.done('scenarios.publish', { path, body: {} })
    const { id: user_id } = await school.make('users.create')
    await school.done('scenarios.run', { path, body: { user_id } })
    return { path }
  },
  'scenarioRuns.trace': on(started),
}

const begin = { id: 'begin', kind: 'trigger', start: { by: 'hand' }, next: 'act' }
const end = { id: 'end', kind: 'end' }

/** Nodes that reference an object of another service, by the field, and what makes the object. */
const referencing = {
  course_id: ['courses.create', { kind: 'grant' }],
  tag_id: ['tags.create', { kind: 'tag' }],
  group_id: ['groups.create', { kind: 'group' }],
  template_id: ['messageTemplates.create', { kind: 'message' }],
  assignee_id: ['users.create', { kind: 'task', title: 'Call' }],
  scenario_id: ['scenarios.create', { kind: 'scenario' }],
  mailing_id: ['mailings.create', { kind: 'mailing' }],
} as const

/** The same of triggers and conditions, which name it further inside. */
const referencingInside = {
  'start.segment_id': ['segments.create', triggerOf],
  'if.webinar_id': ['webinars.create', conditionOf],
  'on.segment_id': ['segments.create', exitOf],
  'until.of.course_id': ['courses.create', waitOf],
} as const

function triggerOf(segment_id: string) {
  const start = { by: 'segment', segment_id }
  return { graph: { nodes: [{ id: 'begin', kind: 'trigger', start, next: 'end' }, end] } }
}
function exitOf(segment_id: string) {
  const exit = { id: 'out', kind: 'exit', on: { by: 'segment', segment_id } }
  return { graph: { nodes: [exit, { ...begin, next: 'end' }, end] } }
}
function waitOf(course_id: string) {
  const until = { by: 'date', of: { from: 'access', course_id }, days: -3 }
  const wait = { id: 'act', kind: 'wait', until, next: 'end', timeout: 'end' }
  return { graph: { nodes: [wait, begin, end] } }
}
function conditionOf(webinar_id: string) {
  const by = { by: 'attendance', webinar_id, counts: 'live_seconds', at_least: 60 }
  const condition = { id: 'if', kind: 'condition', if: by, yes: 'end', no: 'end' }
  return { graph: { nodes: [condition, begin, end] } }
}

const bodyWith = (node: object) => ({
  name: 'With a reference',
  graph: {
    nodes: [{ id: 'act', next: 'end', ...node }, begin, end],
  },
})

const bodyMakers = [
  ...Object.entries(referencing).map(([field, [make, node]]) => ({
    field,
    make,
    body: (id: string) => bodyWith({ ...node, [field]: id }),
  })),
  ...Object.entries(referencingInside).map(([field, [make, body]]) => ({
    field,
    make,
    body: (id: string) => ({ name: 'With a reference', ...body(id) }),
  })),
]

export const references: Examples = {
  ...Object.fromEntries(
    bodyMakers.flatMap(({ field, make, body: of }) => {
      const body = async (school: School) => of((await school.make(make)).id)
      return [
        [
          `scenarios.create graph.nodes.[].${field}`,
          async (school: School) => ({ body: await body(school) }),
        ],
        [
          `scenarios.update graph.nodes.[].${field}`,
          async (school: School) => ({
            path: { id: (await school.make('scenarios.create')).id },
            body: await body(school),
          }),
        ],
      ]
    }),
  ),
  'scenarios.dryRun user_id': async school => ({
    path: { id: (await school.make('scenarios.create')).id },
    body: { user_id: (await school.make('users.create')).id },
  }),
}
