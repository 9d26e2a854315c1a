import { migration } from '@lms/service-host'

// A multi_choice that is an empty list stands under the empty key from now on: so did nothing before, and its field
// counted as unused.
export const emptyLists = migration(
  '036-empty-lists',
  `
insert into users.custom_field_values (school_id, field_id, value_key, user_id)
select u.school_id, f.id, '', u.id from users.users u
cross join lateral jsonb_each(u.custom_fields) held
join users.custom_fields f on f.school_id = u.school_id and f.name = held.key
where held.value = '[]'
on conflict do nothing;
`,
)
