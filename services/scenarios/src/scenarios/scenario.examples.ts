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

/** Nodes that reference an object of another service, by the field, and what makes the object. */
const referencing = {
  course_id: ['courses.create', { kind: 'grant' }],
  tag_id: ['tags.create', { kind: 'tag' }],
  group_id: ['groups.create', { kind: 'group' }],
  template_id: ['messageTemplates.create', { kind: 'message' }],
  assignee_id: ['users.create', { kind: 'task', title: 'Call' }],
} as const

const bodyWith = (node: object) => ({
  name: 'With a reference',
  graph: {
    nodes: [
      { id: 'act', next: 'end', ...node },
      { id: 'begin', kind: 'trigger', start: { by: 'hand' }, next: 'act' },
      { id: 'end', kind: 'end' },
    ],
  },
})

export const references: Examples = {
  ...Object.fromEntries(
    Object.entries(referencing).flatMap(([field, [make, node]]) => {
      const body = async (school: School) => bodyWith({ ...node, [field]: (await school.make(make)).id })
      return [
        [
          `scenarios.create graph.nodes.[].${field}`,
          async (school: School) => ({ body: await body(school) }),
        ],
        [
          `scenarios.change graph.nodes.[].${field}`,
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
