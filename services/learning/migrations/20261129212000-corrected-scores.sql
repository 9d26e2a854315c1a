-- Full points for everybody, dropped questions, which attempt counts, and attempts that staff grant to one person.
alter table "learning"."questions" add "credit" text collate "C" not null default 'by_answer' check ("credit" in ('by_answer', 'full', 'none'));
alter table "learning"."question_versions" add "credit" text collate "C" not null default 'by_answer';
alter table "learning"."quizzes" add "counts" text collate "C" not null default 'best' check ("counts" in ('best', 'last', 'average'));
alter table "learning"."lesson_overrides" add "extra_quiz_attempts" int null;
alter table "learning"."lesson_overrides" add "restarts_quizzes" boolean not null default false;
