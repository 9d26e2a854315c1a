// Test values for requests about campaigns, besides their declared bodies.
import { blocksNaming } from '@lms/testing/blocks'
import type { Examples, School } from '@lms/testing/examples'
import { audienceLists } from '../testing/audiences.ts'

const messages = [{ variants: [{ subject: 'Autumn', body: 'Hello {{ user.first_name }}.' }] }]
const draft = async (school: School) => ({
  path: { id: (await school.make('campaigns.create', { audience: { everyone: true } })).id as string },
})
const scheduled = async (school: School) => {
  const { path } = await draft(school)
  await school.done('campaigns.send', { path, body: { at: new Date(Date.now() + 86_400_000).toISOString() } })
  return { path }
}
const responses = async (school: School) => ({
  responses: { mailing_id: (await school.make('mailings.create')).id, who: 'not_opened' },
})

/** A campaign whose only message has two variants: its statistics are two. */
const varied = async (school: School) => {
  const variants = [{ body: 'One.' }, { body: 'Two.' }]
  return { path: { id: (await school.make('campaigns.create', { messages: [{ variants }] })).id as string } }
}

export const examples: Examples = {
  'campaigns.send': draft,
  'campaigns.cancel': scheduled,
  'campaignStats.list': varied,
}

const withBlocks = (blocks: readonly object[]) => [{ variants: [{ document: { blocks } }] }]

export const references: Examples = Object.fromEntries([
  ...blocksNaming(['form_id']).flatMap(({ path, blocks }) => [
    [
      `campaigns.create messages.[].variants.[].document.${path}`,
      async (school: School) => ({ body: { name: 'Autumn', messages: withBlocks(await blocks(school)) } }),
    ],
    [
      `campaigns.update messages.[].variants.[].document.${path}`,
      async (school: School) => ({
        ...(await draft(school)),
        body: { messages: withBlocks(await blocks(school)) },
      }),
    ],
  ]),
  [
    'campaigns.create copy_of',
    async (school: School) => ({ body: { name: 'Autumn', copy_of: (await draft(school)).path.id } }),
  ],
  [
    'campaigns.create audience.responses.mailing_id',
    async (school: School) => ({ body: { name: 'Autumn', messages, audience: await responses(school) } }),
  ],
  [
    'campaigns.update audience.responses.mailing_id',
    async (school: School) => ({ ...(await draft(school)), body: { audience: await responses(school) } }),
  ],
  ...audienceLists.flatMap(({ path, audience }) => [
    [
      `campaigns.create audience.${path}.[]`,
      async (school: School) => ({ body: { name: 'Autumn', messages, audience: await audience(school) } }),
    ],
    [
      `campaigns.update audience.${path}.[]`,
      async (school: School) => ({ ...(await draft(school)), body: { audience: await audience(school) } }),
    ],
  ]),
])
