import { column, objectTable, type RowIn, storeOf, textArray } from '@lms/service-host'
import { Preferences } from './preferences.contract.ts'

const preferences = objectTable('crm.preferences', Preferences, {
  archive: { earlier: { fields: { quiet_hours: { till: 'to' } } } },
  // The id of the row is that of the person.
  hidden: { id: column.id<'usr'>() },
  indexes: [['user_id']],
})
export type PreferencesRow = RowIn<typeof preferences>

/** What a person has chosen who has chosen nothing. */
export const usual = {
  all_off: false,
  off_transports: [],
  off_topics: [],
  off_notifications: [],
  quiet_hours: null,
  time_zone: null,
} satisfies Partial<Preferences>

export class PreferencesStore extends storeOf(preferences) {
  /** Those of these people, locked, those that exist. */
  async lockMany(ids: readonly string[]): Promise<PreferencesRow[]> {
    const { rows } = await this.work.lock(
      `${preferences.select} and t.id = any($2::text[]) order by t.id for update`,
      [this.work.school, textArray(ids)],
    )
    return rows.map(row => this.readLocked(row))
  }
}
