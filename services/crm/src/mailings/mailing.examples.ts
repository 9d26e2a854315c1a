// Test values for requests about mailings, besides their declared bodies.
import { blocksNaming } from '@lms/testing/blocks'
import type { Examples, School } from '@lms/testing/examples'
import { audienceLists } from '../testing/audiences.ts'

const body = 'Hello {{ user.first_name }}.'
const draft = async (school: School) => ({
  path: { id: (await school.make('mailings.create', { audience: { everyone: true } })).id as string },
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
    audienceLists.flatMap(({ path, audience }) => [
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
