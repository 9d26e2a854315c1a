-- Present domains keep answering: which of them a record has proven is not known, so none of them lapses. Their certificates
-- are looked at from now on.
alter table "site"."domains"
  add "proven_at" timestamptz(3) null,
  add "lapses_at" timestamptz(3) null,
  add "lapsed_at" timestamptz(3) null,
  add "certificate" jsonb not null default '{"status": "none", "expires_at": null, "checked_at": null, "problem": null}',
  add "next_certificate_at" timestamptz(3) null;
alter table "site"."domains" alter "certificate" drop default;
update "site"."domains" set "next_certificate_at" = now() where "status" = 'active';
create index on "site"."domains" ("next_look_at") where "status" = 'active';
create index on "site"."domains" ("next_certificate_at") where "status" = 'active';

-- Whether the nearest active domain among a name and the names above it is another school's. One whose proof has lapsed
-- does not count, unless it is the last of its school.
create or replace function site.is_anothers(names text[]) returns boolean
language sql stable security definer set search_path = '' set row_security = off as $$
  select coalesce(
    (select d.school_id <> nullif(current_setting('app.school_id', true), '') from site.domains d
     where d.status = 'active' and d.host = any(names)
       and (d.lapsed_at is null or d.school_id = nullif(current_setting('app.school_id', true), '')
         or not exists (select from site.domains o
           where o.school_id = d.school_id and o.status = 'active' and o.id <> d.id))
     order by length(d.host) desc limit 1), false)
$$;
