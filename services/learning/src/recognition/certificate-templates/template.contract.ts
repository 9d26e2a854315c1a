import { A, atMost, crud, distinct, id, refuse, resource, stamps, text, timestamp } from '@lms/contract'
import { z } from 'zod'
import { design, templateId, variables } from './design-schema.ts'

const maxTemplates = 100

export const CertificateTemplate = z.object({
  id: templateId(),
  name: text(200, 1)
    .meta({ examples: ['Certificate of completion'] })
    .describe('What staff read when they choose a template; it is not printed.'),
  course_ids: distinct(id('crs'), 200).describe(
    'Whoever completes one of these courses gets a certificate by this template. Of several templates of a course the newest counts.',
  ),
  ...design,
  design_version: z
    .int32()
    .min(1)
    .describe('Rises with each change of page, language, background or boxes. A certificate keeps its own.'),
  issued_at: timestamp()
    .nullable()
    .describe('When the first certificate was issued by it. From then on it is not deleted.'),
  ...stamps,
})
export type CertificateTemplate = z.infer<typeof CertificateTemplate>

export const refusals = refuse({
  templates_limit_reached: {
    status: 409,
    when: 'the school has the maximum number of certificate templates',
    message: `A school has at most ${maxTemplates} certificate templates. Change one that is there.`,
  },
  template_course_unknown: {
    status: 422,
    when: 'a course of course_ids is not one of the school',
    message: 'course_ids must be ids of courses of this school. See details.',
  },
  variable_unknown: {
    status: 422,
    when: 'a text names a variable that does not exist',
    message: `Texts may name ${variables.map(name => `{{${name}}}`).join(', ')}. See details.`,
  },
  template_issued: {
    status: 409,
    when: 'a certificate was issued by the template',
    message:
      'Certificates have been issued by this template, so it stays with them. Empty its course_ids to stop that.',
  },
  image_invalid: {
    status: 422,
    when: 'an image of the template is gone, too large, or neither PNG nor JPEG',
    message:
      'Images must be PNG without interlacing, or JPEG, of at most 4 MiB and 9 megapixels. See details.',
  },
})

const operations = crud('/v1/certificate-templates', CertificateTemplate, {
  names: ['a certificate template', 'certificate templates'],
  bound: atMost(maxTemplates, refusals.templates_limit_reached),
  summaries: { delete: 'Delete a certificate template that was never used' },
  readOnly: ['design_version', 'issued_at'],
  defaults: {
    course_ids: [],
    page: { size: 'A4', orientation: 'landscape' },
    language: 'en',
    boxes: [],
  },
  sorts: ['created_at', 'updated_at', 'name'],
  refuses: {
    create: [refusals.template_course_unknown, refusals.variable_unknown],
    update: [refusals.template_course_unknown, refusals.variable_unknown],
    delete: [refusals.template_issued],
  },
  examples: {
    create: {
      name: 'Certificate of completion',
      boxes: [
        {
          ...{ kind: 'text', x: 121, y: 230, width: 600, height: 60 },
          ...{ text: '{{name}}', size: 36, bold: true, align: 'center', colour: '#1a1a1a' },
        },
        { kind: 'qr', x: 700, y: 460, width: 90, height: 90 },
      ],
    },
    update: { name: 'Certificate' },
  },
})

export const certificateTemplates = resource({
  ...operations,
  preview: A('POST /v1/certificate-templates/{id}/preview', {
    summary: 'Preview a certificate template with sample data, as a link to the PDF',
    permission: 'certificate-templates:read',
    readOnly: true,
    bound: null,
    returns: z.object({
      download_path: text(300).describe(
        'Where to download the PDF, without a credential: a path at the school’s own address.',
      ),
      download_expires_at: timestamp().describe('When the link expires: after 24 hours.'),
    }),
    refuses: [refusals.image_invalid],
  }),
})
