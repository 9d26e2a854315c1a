import { objectTable, type RowIn, storeOf } from '@lms/service-host'
import { webinars as operations, Webinar } from './webinar.contract.ts'

const webinars = objectTable('webinars.webinars', Webinar, {
  list: operations.list,
  indexes: [['group_id', 'id']],
})
export type WebinarRow = RowIn<typeof webinars>

export class WebinarStore extends storeOf(webinars) {
  /** The first few webinars for the members of a group. */
  async naming(groupId: string): Promise<string[]> {
    const { rows } = await this.work.read(
      `select id from "webinars"."webinars" where school_id = $1 and group_id = $2 order by id limit 5`,
      [this.work.school, groupId],
    )
    return rows.map(([id]) => id!)
  }

  /** The first few webinars whose messages have this template. */
  async namingTemplate(templateId: string): Promise<string[]> {
    const { rows } = await this.work.read(
      `select id from "webinars"."webinars" where school_id = $1
         and messages -> 'templates' @> jsonb_build_array(jsonb_build_object('template_id', $2::text)) order by id limit 5`,
      [this.work.school, templateId],
    )
    return rows.map(([id]) => id!)
  }

  /** Webinars of archives from before messages had templates and recordings were told have none, and tell them. */
  withMessages(): void {
    this.work.write(
      `update "webinars"."webinars" set messages = '{"recordings": true, "templates": []}'::jsonb || messages
       where school_id = $1 and not messages ? 'templates'`,
      [this.work.school],
    )
  }
}
