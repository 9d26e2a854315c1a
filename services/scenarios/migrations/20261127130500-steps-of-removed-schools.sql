-- All rows of a school go whose restore was given up; otherwise the service deletes no step.
grant delete on "scenarios"."run_steps" to lms_scenarios;
