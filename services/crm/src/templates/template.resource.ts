import { Refused } from '@lms/contract'
import { crudHandlers } from '@lms/service-host'
import { builder, type Stores } from '../builder.ts'
import { contentUnfit, fillIn } from '../content/filler.ts'
import { contentAfter, piecesOf, prepared, refuseOther, renderedIn, warningsOf } from '../content/prepare.ts'
import { sourceOf } from '../content/source.ts'
import { schoolValues, valuesFor } from '../content/values.ts'
import { checkReader } from '../people/check-people.ts'
import { personRefusals } from '../people/person-refusals.ts'
import { readPeople } from '../people/read.ts'
import { messageTemplates } from './template.contract.ts'

const { list, create, get, update: change, delete: remove } = messageTemplates
const handlers = crudHandlers(
  { list, create, get, update: change, delete: remove },
  ({ messageTemplates }: Stores) => messageTemplates,
  { sets: renderedIn },
)

const templateHandlers = builder.implement(messageTemplates, {
  ...handlers,

  // A content is read in a thread, and a document by the site service, so before anything is locked.
  create: async (input, stores) =>
    handlers.create({ ...input, body: { ...input.body, ...(await prepared(input.body, input)) } }, stores),

  update: async (input, stores) => {
    const { subject, preheader, format, body, document } = input.body
    if ([subject, preheader, format, body, document].every(field => field === undefined))
      return handlers.update(input, stores)
    const seen = await stores.messageTemplates.get(input.path.id)
    const content = await prepared(contentAfter(seen, input.body), input)
    refuseOther(await stores.messageTemplates.lock(input.path.id), seen, input.body)
    return handlers.update({ ...input, body: { ...input.body, ...content } }, stores)
  },

  preview: async (input, { messageTemplates }) => {
    const { user_id, variables } = input.body
    checkReader(user_id, input.caller)
    const [source, people, school] = await Promise.all([
      messageTemplates.get(input.path.id),
      user_id === null ? new Map() : readPeople([user_id], input),
      schoolValues(input),
    ])
    messageTemplates.checkVersion(source)
    const user = user_id === null ? null : people.get(user_id)
    if (user === undefined || user?.status === 'deleted') throw new Refused(personRefusals.user_unknown)
    const { results, removed } = await fillIn(
      {
        source: sourceOf(source),
        people: [valuesFor(user, school, variables)],
        pieces: piecesOf(source),
      },
      { school: input.work.school, charge: input.charge },
    )
    const [result] = results
    if ('error' in result!) throw contentUnfit(result)
    return { ...result!, warnings: source.document === null ? warningsOf(removed) : [] }
  },
})

export const templateResource = builder.resource({
  handlers: [templateHandlers],
  used: { templates_limit_reached: ({ messageTemplates }, most) => messageTemplates.standing(most) },
  objects: { tpl: (ids, { messageTemplates }) => messageTemplates.many(ids) },
  naming: {
    crs: (id, { messageTemplates }) => messageTemplates.naming(id),
    fil: (id, { messageTemplates }) => messageTemplates.naming(id),
    off: (id, { messageTemplates }) => messageTemplates.naming(id),
    prc: (id, { messageTemplates }) => messageTemplates.naming(id),
  },
})
