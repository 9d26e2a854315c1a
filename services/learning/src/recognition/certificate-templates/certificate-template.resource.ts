import { builder } from '../../builder.ts'
import { fileOfTemplate } from './sample.ts'
import { certificateTemplateHandlers } from './template.handlers.ts'
import { CertificateDesignEntity } from './template.store.ts'

export const certificateTemplateResource = builder.resource({
  handlers: [certificateTemplateHandlers],
  entities: [CertificateDesignEntity],
  files: { ctp: fileOfTemplate },
  naming: { fil: (id, { certificateTemplates }) => certificateTemplates.showing(id) },
})
