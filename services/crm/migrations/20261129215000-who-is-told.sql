-- A batch of events of all schools is asked about at once: of which types people are told there.
create policy workers on "crm"."settings" for select to lms_crm_system using (true);
grant select on "crm"."settings" to lms_crm_system;
