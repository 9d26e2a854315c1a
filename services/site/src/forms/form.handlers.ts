import { crudHandlers } from '@lms/service-host'
import { builder, type Stores } from '../builder.ts'
import { forms } from './form.contract.ts'
import { checkForm, versioned } from './form.rules.ts'

export const formHandlers = builder.implement(
  forms,
  crudHandlers(forms, ({ forms }: Stores) => forms, {
    sets: ({ consents }, { before }) => versioned(consents, before),
    check: form => checkForm(form),
    mayRemove: ({ id }, { forms }) => forms.forgetCount(id),
    show: (rows, { forms }, { made }) =>
      made ? rows.map(row => ({ ...row, submissions_count: 0 })) : forms.withCounts(rows),
  }),
)
