import { I, resource, text } from '@lms/contract'
import { z } from 'zod'
import { CustomField } from './field.contract.ts'

const names = () => z.array(text(80)).max(1000)

/** What a rule has to know of a field. */
export const FieldKind = CustomField.pick({ name: true, type: true, options: true })
export type FieldKind = z.infer<typeof FieldKind>

export const knownFields = resource({
  among: I('POST /internal/custom-fields/known', {
    summary: 'Those of these names that are custom fields of the school, with their types',
    callers: ['scenarios', 'crm'],
    permission: null,
    body: z.object({ names: names() }),
    returns: z.object({ names: names(), fields: z.array(FieldKind).max(1000) }),
  }),
})
