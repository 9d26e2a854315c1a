// Test values for requests about campaigns, besides their declared bodies.
import { blocksNaming } from '@lms/testing/blocks'
import type { Examples, School } from '@lms/testing/examples'

const messages = [{ variants: [{ subject: 'Autumn', body: 'Hello {{ user.first_name }}.' }] }]
const draft = async (school: School) => ({
  path: { id: (await school.make('campaigns.create', { audience: { everyone: true } })).id as string },
})
const scheduled = async (school: School) => {
  const { path } = await draft(school)
  await school.done('campaigns.send', { path, body: { at: new Date(Date.now() + 86_400_000).toISOString() } })
  return { path }
}
const making = {
  tag_ids: 'tags.create',
  group_ids: 'groups.create',
  segment_ids: 'segments.create',
  user_ids: 'users.create',
} as const
const lists = Object.keys(making) as (keyof typeof making)[]

const responses = async (school: School) => ({
  responses: { mailing_id: (await school.make('mailings.create')).id, who: 'not_opened' },
})

/** An audience of one new object of a kind. */
const audience = async (school: School, list: keyof typeof making) => ({
  [list]: [(await school.make(making[list])).id],
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
    'campaigns.create audience.responses.mailing_id',
    async (school: School) => ({ body: { name: 'Autumn', messages, audience: await responses(school) } }),
  ],
  [
    'campaigns.update audience.responses.mailing_id',
    async (school: School) => ({ ...(await draft(school)), body: { audience: await responses(school) } }),
  ],
  ...lists.flatMap(list =>
    [true, false].flatMap(isExcluded => {
      const path = `audience.${isExcluded ? 'exclude.' : ''}${list}.[]`
      const naming = async (school: School) => {
        const named = await audience(school, list)
        return { audience: isExcluded ? { exclude: named } : named }
      }
      return [
        [
          `campaigns.create ${path}`,
          async (school: School) => ({ body: { name: 'Autumn', messages, ...(await naming(school)) } }),
        ],
        [
          `campaigns.update ${path}`,
          async (school: School) => ({ ...(await draft(school)), body: await naming(school) }),
        ],
      ]
    }),
  ),
])
