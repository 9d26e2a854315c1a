// Members and curators of groups in a service with a directory of people: they decide which rows a curator sees.
import type { Caller } from '@lms/contract'
import { column, tenantEntity } from '../database/columns.ts'
import { rowSecurity } from '../database/migration.ts'
import type { Condition } from '../database/page.ts'

const copied = { never: 'the copy follows the users service', returns: 'read anew' } as const

/** The tables: the copy of members and curators, and the progress of the reading from the users service. */
export const groupPeopleEntities = (schema: string) => [
  tenantEntity(
    schema,
    'group_people',
    {
      group_id: column.id<'grp'>().primary(),
      role: column.key<'curator' | 'member'>().primary(),
      user_id: column.id<'usr'>().primary(),
    },
    { archive: copied, indexes: [{ properties: ['school_id', 'user_id', 'role'] }] },
  ),
  tenantEntity(
    schema,
    'group_people_progress',
    {
      since: column.key().nullable(),
      pass: column.key().nullable(),
      after: column.key().nullable(),
    },
    { archive: copied },
  ),
]

export const groupPeopleSql = (schema: string) => `
create table "${schema}".group_people (
  school_id text collate "C" not null,
  group_id text collate "C" not null,
  role text collate "C" not null,
  user_id text collate "C" not null,
  primary key (school_id, group_id, role, user_id)
);
create index group_people_school_id_user_id_role_index on "${schema}".group_people (school_id, user_id, role);
${rowSecurity(schema, 'group_people')}
create table "${schema}".group_people_progress (
  school_id text collate "C" primary key,
  since text collate "C",
  pass text collate "C",
  after text collate "C"
);
${rowSecurity(schema, 'group_people_progress')}`

/**
 * Visibility of rows with the id of a person in a column: students see their own rows, curators also those of the members of
 * their groups. For a service that declares `keepsPeople`.
 */
export const visibleByPerson =
  (schema: string, column: string) =>
  ({ role, school, user }: Caller): Condition | null => {
    if (role === 'student') return { sql: `t."${column}" = $`, values: [user] }
    if (role !== 'curator') return null
    return {
      sql: `t."${column}" = any(array(
        select $::text union all
        select m.user_id from "${schema}".group_people g
          join "${schema}".group_people m on m.school_id = g.school_id and m.group_id = g.group_id and m.role = 'member'
          where g.school_id = $ and g.user_id = $ and g.role = 'curator'))`,
      values: [user, school, user],
    }
  }
