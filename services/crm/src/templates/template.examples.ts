// Test values for requests about message templates, besides their declared bodies.
import { blocksNaming } from '@lms/testing/blocks'
import type { Examples, School } from '@lms/testing/examples'

let made = 0
/** Each has a name of its own. */
const named = () => ({ name: `Welcome ${made++}`, body: 'Hello {{ user.first_name }}.' })
const template = async (school: School) => ({
  path: { id: (await school.make('messageTemplates.create')).id as string },
})

export const examples: Examples = {
  'messageTemplates.create': async () => ({ body: named() }),
  'messageTemplates.preview': template,
}

export const references: Examples = {
  ...Object.fromEntries(
    blocksNaming(['form_id']).flatMap(({ place, blocks }) => [
      [
        `messageTemplates.create document.${place}`,
        async (school: School) => ({
          body: { name: named().name, document: { blocks: await blocks(school) } },
        }),
      ],
      [
        `messageTemplates.change document.${place}`,
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
