import { builder } from '../builder.ts'
import { FormCountEntity } from './form.entity.ts'
import { formHandlers } from './form.handlers.ts'

export const formResource = builder.resource({
  handlers: [formHandlers],
  entities: [FormCountEntity],
  objects: { frm: async (ids, { forms }) => (await forms.many(ids)).map(({ id }) => ({ id })) },
  naming: { tag: (id, { forms }) => forms.naming(id) },
})
