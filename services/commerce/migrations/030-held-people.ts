import { migration } from '@lms/service-host'

// Advisory locks: a row lock would write to the person's row with each of their orders.
export const heldPeople = migration(
  '030-held-people',
  `
alter table commerce.people add column erased boolean not null default false;

create function commerce.hold_person(school text, person text) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended(school || person, 1));
  if exists (select 1 from commerce.people p where p.school_id = school and p.id = person and p.gone) then
    raise exception 'this person is gone' using errcode = 'LM003', constraint = 'orders_person_here';
  end if;
end $$;
create function commerce.hold_leaving_person(school text, person text) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(school || ' merges', 1));
  perform pg_advisory_xact_lock(hashtextextended(school || person, 1));
end $$;
`,
)
