// Audiences of one new object each, for examples of mailings and campaigns.
import type { School } from '@lms/testing/examples'

const creations = {
  tag_ids: 'tags.create',
  group_ids: 'groups.create',
  segment_ids: 'segments.create',
  user_ids: 'users.create',
} as const

/** Each list of an audience with one new object, and the same list of those who do not get it, by their paths. */
export const audienceLists = (Object.keys(creations) as (keyof typeof creations)[]).flatMap(list => {
  const naming = async (school: School) => ({ [list]: [(await school.make(creations[list])).id] })
  return [
    { path: list, audience: naming },
    { path: `exclude.${list}`, audience: async (school: School) => ({ exclude: await naming(school) }) },
  ]
})
