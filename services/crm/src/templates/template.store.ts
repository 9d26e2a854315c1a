import { objectTable, type RowIn, storeOf } from '@lms/service-host'
import { MessageTemplate, messageTemplates as operations, refusals } from './template.contract.ts'

const templates = objectTable('crm.message_templates', MessageTemplate, {
  list: operations.list,
  unique: [{ of: ['name'], refusal: refusals.template_name_taken }],
})
export type TemplateRow = RowIn<typeof templates>

export class TemplateStore extends storeOf(templates) {}
