import { migration } from '@lms/service-host'

// Orders made before hold nothing of what their offers consist of: they were paid without giving anything.
export const orderContents = migration(
  '020-order-contents',
  `
alter table commerce.orders disable row level security;
update commerce.orders set items = (
  select jsonb_agg('{"contents": []}'::jsonb || item order by place)
  from jsonb_array_elements(items) with ordinality as i (item, place)
) where items <> '[]';
alter table commerce.orders enable row level security;
`,
)
