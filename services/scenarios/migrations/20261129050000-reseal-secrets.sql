-- Secrets of settings are encrypted again, over all schools, when the key ring has a new first key.
create policy workers on "scenarios"."setting_secrets" to lms_scenarios_system using (true) with check (true);
grant select, update on "scenarios"."setting_secrets" to lms_scenarios_system;
