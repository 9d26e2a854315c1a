// Columns with ids of people. Each is declared by a kind of personal data of its service, or listed here with the
// reason.
import { allServices } from '@lms/testing/all-services'

/** By their names. A column with a person's id or contact has such a name, or an erasure would not find it. */
const personPattern =
  /^(.+_)?(user|person|curator|student|member|author|owner|assignee|manager|actor|contact)_id$|^merged_into$|_by$|^(.+_)?(email_key|phone)$/

export const looksLikePerson = (column: string) => personPattern.test(column)

/**
 * Columns of every service, by table. Ids alone are no personal data; the host erases the personal data in these
 * tables.
 */
export const ofHost = [
  'people',
  'group_people',
  'tasks',
  'outbox',
  'outbox_set_aside',
  'inbox',
  'idempotency_keys',
] as const

/** By `service.table.column`. */
export const elsewhere: Readonly<Record<string, string>> = {
  'users.users.id': 'the profile: an erasure blanks it itself',
  'users.users.merged_into': 'the profile',
  'users.users.email_key': 'the profile',
  'users.users.former_email_key': 'the profile',
  'users.users.phone': 'the profile',
  'users.calendar_links.user_id': 'how often the address of a calendar was renewed: an id and a number',
  'users.group_changes.user_id': 'which memberships have changed: ids of groups and people',
  'learning.rights.user_id': 'a copy of the accesses of the users service, which it follows',
  'learning.holdings.user_id': 'a copy of tags and paid orders, ids and times alone',
  'learning.attendances.user_id': 'a copy of what people attended, ids, numbers and times alone',
  'service.usage_people.user_id': 'who was active on a day: ids alone, for three days',
  'analytics.facts.object_id': 'the object that a fact is of: for a first source the person, by the id alone',
  'analytics.read_objects.id': 'ids and versions of objects alone',
  'users.custom_field_values.user_id':
    'the profile: values of custom fields in the form that filters compare',
}

/** The columns that services declare, as `service.table.column`. */
export const declared: readonly string[] = allServices.flatMap(({ contract, personalData = [] }) =>
  personalData.flatMap(({ columns }) => columns.map(column => `${contract.service}.${column}`)),
)

/** The undeclared ones among these columns. */
export const forgotten = (columns: readonly string[]): string[] =>
  columns.filter(
    column =>
      !declared.includes(column) &&
      !Object.hasOwn(elsewhere, column) &&
      !(ofHost as readonly string[]).includes(column.split('.')[1]!),
  )

/** Tables of `service.table` with texts or JSON, none of which says anything about a person, by the reason. */
const textsOfNobody: Readonly<Record<string, readonly string[]>> = {
  'the school wrote them for everybody: courses, offers, pages, forms, messages, graphs, conditions': [
    ...['learning.courses', 'learning.modules', 'learning.lessons', 'learning.lesson_blocks'],
    ...['learning.certificate_templates', 'learning.certificate_designs', 'learning.quizzes'],
    'learning.assignments',
    ...['learning.questions', 'learning.question_versions', 'learning.open_lessons'],
    'learning.draft_blocks',
    ...['commerce.prices', 'commerce.promo_codes', 'commerce.promo_code_batches'],
    ...['crm.segments', 'crm.message_templates', 'crm.mailings', 'crm.campaigns', 'crm.link_targets'],
    ...['site.page_drafts', 'site.page_versions', 'site.forms'],
    ...['scenarios.scenarios', 'scenarios.versions'],
    ...['webinars.webinars', 'webinars.sessions', 'webinars.blocks'],
    ...['users.custom_fields', 'users.tag_removals'],
  ],
  'settings of the school, or of the platform for it': [
    ...['users.settings', 'commerce.settings', 'crm.settings', 'site.settings'],
    ...['scenarios.settings', 'webinars.settings', 'analytics.settings'],
    ...[
      'users.school_settings',
      'learning.school_settings',
      'commerce.school_settings',
      'analytics.school_settings',
    ],
    ...['commerce.payment_providers', 'site.schools', 'site.domains', 'learning.badge_keys'],
  ],
  'encrypted secrets of services outside': [
    ...['users.setting_secrets', 'crm.setting_secrets', 'scenarios.setting_secrets'],
    'webinars.setting_secrets',
  ],
  'ids, numbers, states, times, reasons of refusals': [
    ...['users.effects', 'crm.actions', 'scenarios.run_steps', 'scenarios.entries'],
    ...['commerce.subscription_periods', 'webinars.room_events', 'service.archive_entries'],
  ],
  'the profile, which an erasure blanks itself': ['users.users'],
  'of an attempt at a quiz or a submission, which is erased with it': [
    ...['learning.attempt_answers', 'learning.submission_attempts'],
  ],
  'of a run that is under way, removed at its end': [
    ...['users.import_notes', 'service.file_pieces', 'service.restores'],
  ],
  'the erasure of the journal masks the person in them': ['webhooks.subscriptions'],
}
export const withoutPeople: readonly string[] = Object.values(textsOfNobody).flat()

const isFreeText = (type: string) => /json/.test(type) || (/text/.test(type) && !/collate/.test(type))

/** Tables with texts or JSON that no kind of personal data names, neither by a person's id nor by the texts. */
export const textsOfNoKind: readonly string[] = allServices.flatMap(
  ({ contract, entities, personalData = [] }) => {
    const tableNames = new Set(
      personalData.flatMap(({ columns, texts = [] }) =>
        [...columns, ...texts].map(column => column.split('.')[0]),
      ),
    )
    return entities
      .map(({ meta }) => meta)
      .filter(({ tableName, properties }) => {
        const columns = Object.values(properties) as { columnType?: string; type: unknown }[]
        return (
          columns.some(({ columnType, type }) => isFreeText(columnType ?? String(type))) &&
          !tableNames.has(tableName)
        )
      })
      .map(({ tableName }) => `${contract.service}.${tableName}`)
  },
)
