// Test values for requests about mailings, besides their declared bodies.
import { blocksNaming } from '@lms/testing/blocks'
import type { Examples, School } from '@lms/testing/examples'

const body = 'Hello {{ user.first_name }}.'
const draft = async (school: School) => ({
  path: { id: (await school.make('mailings.create', { audience: { everyone: true } })).id as string },
})
const making = {
  tag_ids: 'tags.create',
  group_ids: 'groups.create',
  segment_ids: 'segments.create',
  user_ids: 'users.create',
} as const
/** Each list of an audience with one new object, and the same list of those who do not get it. */
const lists = (['tag_ids', 'group_ids', 'segment_ids', 'user_ids'] as const).flatMap(list => {
  const naming = async (school: School) => ({ [list]: [(await school.make(making[list])).id] })
  return [
    { path: list, audience: naming },
    { path: `exclude.${list}`, audience: async (school: School) => ({ exclude: await naming(school) }) },
  ]
})
const responses = async (school: School) => ({
  responses: { mailing_id: (await draft(school)).path.id, who: 'not_opened' },
})

export const examples: Examples = { 'mailings.start': draft }

export const references: Examples = {
  ...Object.fromEntries(
    blocksNaming(['form_id']).flatMap(({ path, blocks }) => [
      [
        `mailings.create document.${path}`,
        async (school: School) => ({
          body: { name: 'Autumn', document: { blocks: await blocks(school) } },
        }),
      ],
      [
        `mailings.update document.${path}`,
        async (school: School) => ({
          ...(await draft(school)),
          body: { body: null, document: { blocks: await blocks(school) } },
        }),
      ],
    ]),
  ),
  ...Object.fromEntries(
    lists.flatMap(({ path, audience }) => [
      [
        `mailings.create audience.${path}.[]`,
        async (school: School) => ({ body: { name: 'Autumn', body, audience: await audience(school) } }),
      ],
      [
        `mailings.update audience.${path}.[]`,
        async (school: School) => ({
          ...(await draft(school)),
          body: { audience: await audience(school) },
        }),
      ],
    ]),
  ),
  'mailings.create copy_of': async school => ({
    body: { name: 'Autumn', copy_of: (await draft(school)).path.id },
  }),
  'mailings.create audience.responses.mailing_id': async school => ({
    body: { name: 'Autumn', body, audience: await responses(school) },
  }),
  'mailings.update audience.responses.mailing_id': async school => ({
    ...(await draft(school)),
    body: { audience: await responses(school) },
  }),
  'mailings.test user_id': async school => ({
    ...(await draft(school)),
    body: {
      addresses: ['editor@school.example'],
      user_id: (await school.make('users.create')).id,
    },
  }),
}
