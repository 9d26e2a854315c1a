-- A run that is over is due no more, and has no entry in the index any more: each index is written at each step.
drop index "scenarios"."runs_school_id_scenario_id_clock_due_at_index";
create index runs_due on "scenarios"."runs" (school_id, scenario_id, clock, due_at) where clock is not null;
-- Those of a person who wait for an event are among the few open ones of the person.
drop index "scenarios"."runs_school_id_user_id_awaits_index";
