import { column, objectTable, type RowIn, storeOf } from '@lms/service-host'
import { MessageTemplate, messageTemplates as operations, refusals } from './template.contract.ts'

const templates = objectTable('crm.message_templates', MessageTemplate, {
  searched: ['name'],
  list: operations.list,
  hidden: { mjml: column.text().nullable(), named: column.json<string[]>() },
  unique: [{ of: ['name'], refusal: refusals.template_name_taken }],
})
export type TemplateRow = RowIn<typeof templates>

export class TemplateStore extends storeOf(templates) {
  /** The first few whose documents name an object. */
  async naming(id: string): Promise<string[]> {
    const { rows } = await this.work.read(
      `select id from "crm"."message_templates" where school_id = $1 and named ? $2 order by id limit 5`,
      [this.work.school, id],
    )
    return rows.map(([rowId]) => rowId!)
  }
}
