// Test values for requests about message templates, besides their declared bodies.
import { blocksNaming } from '@lms/testing/blocks'
import type { Examples, School } from '@lms/testing/examples'

let templateCount = 0
/** Each has a name of its own. */
const makeBody = () => ({ name: `Welcome ${templateCount++}`, body: 'Hello {{ user.first_name }}.' })
const template = async (school: School) => ({
  path: { id: (await school.make('messageTemplates.create')).id as string },
})

export const examples: Examples = {
  'messageTemplates.create': async () => ({ body: makeBody() }),
  'messageTemplates.preview': template,
}

export const references: Examples = {
  ...Object.fromEntries(
    blocksNaming(['form_id']).flatMap(({ path, blocks }) => [
      [
        `messageTemplates.create document.${path}`,
        async (school: School) => ({
          body: { name: makeBody().name, document: { blocks: await blocks(school) } },
        }),
      ],
      [
        `messageTemplates.update document.${path}`,
        async (school: School) => ({
          ...(await template(school)),
          body: { body: null, document: { blocks: await blocks(school) } },
        }),
      ],
    ]),
  ),
  'messageTemplates.preview user_id': async school => ({
    ...(await template(school)),
    body: { user_id: (await school.make('users.create')).id },
  }),
}
