import { column, objectTable, type RowIn, storeOf, tenantEntity } from '@lms/service-host'
import { type Design, designOf } from './design-schema.ts'
import { CertificateTemplate, certificateTemplates as operations } from './template.contract.ts'

const templates = objectTable('learning.certificate_templates', CertificateTemplate, {
  list: operations.list,
  kinds: { boxes: 'json', page: 'json' },
})
export type CertificateTemplateRow = RowIn<typeof templates>

/** The designs by which something was issued. */
export const CertificateDesignEntity = tenantEntity(
  'learning',
  'certificate_designs',
  {
    template_id: column.id<'ctp'>().primary(),
    number: column.integer().primary(),
    design: column.json<Design>(),
    created_at: column.time(),
  },
  { archive: 'rows' },
)

export class CertificateTemplateStore extends storeOf(templates) {
  /** Of the request that this work belongs to, for questions to other services. */
  get requestId(): string {
    return this.work.origin.requestId
  }

  /** The template of a course: the newest that names it. A school has few. */
  async ofCourse(courseId: string): Promise<CertificateTemplateRow | null> {
    const { rows } = await this.work.read(
      `${templates.select} and t.course_ids @> $2::jsonb order by t.created_at desc, t.id desc limit 1`,
      [this.work.school, JSON.stringify([courseId])],
    )
    return rows[0] ? this.read(rows[0]) : null
  }

  /** The template, locked whatever its version; null if there is none. */
  async lockIfAny(id: string): Promise<CertificateTemplateRow | null> {
    const { rows } = await this.work.lock(`${templates.select} and t.id = $2 for update`, [
      this.work.school,
      id,
    ])
    return rows[0] ? this.readLocked(rows[0]) : null
  }

  /** Keeps the present design of a locked template, because a certificate is issued by it. */
  use(row: CertificateTemplateRow): CertificateTemplateRow {
    this.work.write(
      `insert into "learning"."certificate_designs" (school_id, template_id, number, design, created_at)
       values ($1, $2, $3, $4, $5) on conflict do nothing`,
      [this.work.school, row.id, String(row.design_version), JSON.stringify(designOf(row)), this.work.now],
    )
    return row.issued_at ? row : this.save(row, { issued_at: this.work.now })
  }

  /** The design of a certificate. */
  async designOf(templateId: string, number: number): Promise<Design | null> {
    const { rows } = await this.work.read(
      `select design from "learning"."certificate_designs" where school_id = $1 and template_id = $2 and number = $3`,
      [this.work.school, templateId, String(number)],
    )
    return rows[0] ? JSON.parse(rows[0][0]!) : null
  }

  /** The first few templates that show a file, also by a design that only certificates have. */
  async showing(fileId: string): Promise<string[]> {
    const shows = (design: string) =>
      `(${design}.background_file_id = $2 or ${design}.boxes @> jsonb_build_array(jsonb_build_object('file_id', $2::text)))`
    const { rows } = await this.work.read(
      `select t.id from "learning"."certificate_templates" t where t.school_id = $1 and (${shows('t')}
         or exists (select from "learning"."certificate_designs" d,
             jsonb_to_record(d.design) kept(background_file_id text, boxes jsonb)
           where d.school_id = $1 and d.template_id = t.id and ${shows('kept')}))
       order by t.id limit 5`,
      [this.work.school, fileId],
    )
    return rows.map(([id]) => id!)
  }
}
