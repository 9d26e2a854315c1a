import { isDeepStrictEqual } from 'node:util'
import { Refused } from '@lms/contract'
import { crudHandlers } from '@lms/service-host'
import { builder, type Stores } from '../../builder.ts'
import { unknownVariables } from './design.rules.ts'
import { designOf } from './design-schema.ts'
import { drawCertificate, linkTo } from './drawing.ts'
import { sample } from './sample.ts'
import { certificateTemplates, refusals } from './template.contract.ts'

const path = (index: number, field: string, of = 'body.boxes') => `${of}.${index}${field}`

export const certificateTemplateHandlers = builder.implement(certificateTemplates, {
  ...crudHandlers(
    {
      list: certificateTemplates.list,
      create: certificateTemplates.create,
      get: certificateTemplates.get,
      update: certificateTemplates.update,
      delete: certificateTemplates.delete,
    },
    ({ certificateTemplates }: Stores) => certificateTemplates,
    {
      check: async ({ boxes, course_ids }, { before, stores }) => {
        const unknown = unknownVariables(boxes)
        if (unknown.length) {
          const details = unknown.map(({ index, name }) => ({
            path: path(index, '.text'),
            message: `{{${name}}} is no variable`,
          }))
          throw new Refused(refusals.variable_unknown, undefined, { details })
        }
        // A course may have been deleted since.
        const fresh = course_ids.filter(id => !before?.course_ids.includes(id))
        const existingIds = new Set((await stores.courses.many(fresh)).map(({ id }) => id))
        const details = course_ids.flatMap((id, index) =>
          fresh.includes(id) && !existingIds.has(id)
            ? [{ path: path(index, '', 'body.course_ids'), message: 'no course of this school' }]
            : [],
        )
        if (details.length) throw new Refused(refusals.template_course_unknown, undefined, { details })
      },
      sets: (next, { before }) => {
        if (!before) return { design_version: 1, issued_at: null }
        const changed = !isDeepStrictEqual(designOf(next), designOf(before))
        return { design_version: before.design_version + (changed ? 1 : 0), issued_at: before.issued_at }
      },
      mayRemove: ({ issued_at }) => {
        if (issued_at) throw new Refused(refusals.template_issued)
      },
    },
  ),

  preview: async ({ path: { id }, work, runtime, charge }, { certificateTemplates }) => {
    const { school } = work
    const template = await certificateTemplates.get(id)
    certificateTemplates.checkVersion(template)
    const scope = { school, requestId: work.origin.requestId }
    const { problems } = await drawCertificate(template, sample(template.created_at), scope, runtime, charge)
    if (problems.size) {
      const details = [...problems].map(([file, problem]) => ({ path: file, message: problem }))
      throw new Refused(refusals.image_invalid, undefined, { details })
    }
    return linkTo(id, school, runtime)
  },
})
