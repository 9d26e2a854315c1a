-- One word for one meaning: see `words` in @lms/contract. The owner changes the rows of all schools.
alter table "scenarios"."runs" rename "ended_at" to "finished_at";
