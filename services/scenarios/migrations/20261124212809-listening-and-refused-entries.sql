alter table "scenarios"."scenarios" add "enabled_at" timestamptz(3) null;
update "scenarios"."scenarios" set "enabled_at" = "published_at" where "status" in ('enabled', 'paused');

alter table "scenarios"."listeners" add "active" boolean not null default false;
alter table "scenarios"."listeners" alter "active" drop default;
update "scenarios"."listeners" l set "active" = true from "scenarios"."scenarios" s
  where s.school_id = l.school_id and s.id = l.scenario_id
    and (s.status in ('enabled', 'paused') or s.status = 'stopped' and s.inside_then = 'finish');
-- A batch of events is asked about for all schools at once.
create policy workers on "scenarios"."listeners" to lms_scenarios_system using (true) with check (true);
grant select on "scenarios"."listeners" to lms_scenarios_system;

alter table "scenarios"."node_counts" add "refused" bigint not null default 0;
alter table "scenarios"."node_counts" alter "refused" drop default;
