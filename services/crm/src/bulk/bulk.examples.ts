// Test values for requests about bulk actions, besides their declared bodies.
import type { Examples, School } from '@lms/testing/examples'

const order = async (school: School, fields: object) => {
  const { id: segment_id } = await school.make('segments.create')
  return { body: { segment_id, ...fields } }
}
const createId = async (school: School, operation: string) => (await school.make(operation)).id as string

export const examples: Examples = {
  'bulkActions.create': async school =>
    order(school, { kind: 'add_tag', tag_id: await createId(school, 'tags.create'), dry_run: true }),
}

export const references: Examples = {
  'bulkActions.create course_id': async school =>
    order(school, {
      kind: 'grant_access',
      course_id: await createId(school, 'courses.create'),
      dry_run: true,
    }),
  'bulkActions.create group_id': async school =>
    order(school, { kind: 'add_to_group', group_id: await createId(school, 'groups.create'), dry_run: true }),
  'bulkActions.create tag_id': async school =>
    order(school, { kind: 'add_tag', tag_id: await createId(school, 'tags.create'), dry_run: true }),
  'bulkActions.create scenario_id': async school =>
    order(school, {
      kind: 'run_scenario',
      scenario_id: await createId(school, 'scenarios.create'),
      dry_run: true,
    }),
  'bulkActions.create mailing_id': async school =>
    order(school, {
      kind: 'send_mailing',
      mailing_id: await createId(school, 'mailings.create'),
      dry_run: true,
    }),
}
