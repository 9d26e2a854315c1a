-- The curator that a group names is one of the assignments.
alter table "learning"."curators" add "source" text collate "C" not null default 'manual' check ("source" in ('manual', 'group'));
