import { Refused } from '@lms/contract'
import { crudHandlers } from '@lms/service-host'
import { builder, type Stores } from '../builder.ts'
import { forms, refusals } from './form.contract.ts'
import { FormCountEntity } from './form.entity.ts'
import { checkForm, versioned } from './form.rules.ts'

const formHandlers = builder.implement(
  forms,
  crudHandlers(forms, ({ forms }: Stores) => forms, {
    sets: ({ consents }, { before }) => versioned(consents, before),
    check: form => checkForm(form),
    mayRemove: async ({ id }, { forms, pages }) => {
      const containing = await pages.naming(id)
      const details = containing.map(page => ({ path: 'id', message: `${page} contains this form` }))
      if (details.length) throw new Refused(refusals.form_on_page, undefined, { details })
      forms.forgetCount(id)
    },
    show: (rows, { forms }, { isNew }) =>
      isNew ? rows.map(row => ({ ...row, submissions_count: 0 })) : forms.withCounts(rows),
  }),
)

export const formResource = builder.resource({
  handlers: [formHandlers],
  entities: [FormCountEntity],
  objects: { frm: async (ids, { forms }) => (await forms.many(ids)).map(({ id }) => ({ id })) },
  naming: { tag: (id, { forms }) => forms.naming(id) },
})
