alter table "commerce"."promo_codes" add "minimum_amount" bigint, add "batch_id" text collate "C";
create index "promo_codes_school_id_batch_id_id_index" on "commerce"."promo_codes" ("school_id", "batch_id", "id");

create table "commerce"."promo_code_uses" (
  "school_id" text collate "C" not null,
  "order_id" text collate "C" not null,
  "promo_code_id" text collate "C" not null,
  primary key ("school_id", "order_id")
);
alter table "commerce"."promo_code_uses" enable row level security, force row level security;
create policy open on "commerce"."promo_code_uses" to lms_commerce using (true) with check (true);
create policy wall on "commerce"."promo_code_uses" as restrictive to lms_commerce using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "commerce"."promo_code_uses" to lms_commerce;

create table "commerce"."promo_code_batches" (
  "school_id" text collate "C" not null,
  "id" text collate "C" not null,
  "count" int not null,
  "template" jsonb not null,
  primary key ("school_id", "id")
);
alter table "commerce"."promo_code_batches" enable row level security, force row level security;
create policy open on "commerce"."promo_code_batches" to lms_commerce using (true) with check (true);
create policy wall on "commerce"."promo_code_batches" as restrictive to lms_commerce using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "commerce"."promo_code_batches" to lms_commerce;

-- An order uses a promo code. The update locks the code until the end of the transaction, so the statements after it see
-- every other use, and orders of one moment get the last uses one after the other.
create function "commerce".use_promo_code(school text, code_id text, of_order text, person text) returns void language plpgsql as $$
declare
  code commerce.promo_codes;
  uses bigint;
begin
  update commerce.promo_codes c set uses_count = c.uses_count + 1
    where c.school_id = school and c.id = code_id returning c.* into code;
  if not found then
    raise exception 'the promo code is gone' using errcode = 'LM004', constraint = 'promo_code_missing';
  end if;
  if not code.active then
    raise exception 'the promo code is inactive' using errcode = 'LM004', constraint = 'promo_code_inactive';
  end if;
  if code.uses_count > code.max_uses then
    raise exception 'the promo code is used up' using errcode = 'LM004', constraint = 'promo_code_used_up';
  end if;
  if code.first_order_only or code.max_uses_per_person is not null then
    select count(*) into uses from commerce.orders o
      join commerce.promo_code_uses u on u.school_id = o.school_id and u.order_id = o.id
      where o.school_id = school and o.user_id = person and o.id <> of_order and u.promo_code_id = code_id;
    if code.first_order_only and (uses > 0 or exists (select from commerce.orders o
        where o.school_id = school and o.user_id = person and o.paid_at is not null)) then
      raise exception 'not the first order' using errcode = 'LM004', constraint = 'promo_code_first_order_only';
    end if;
    if uses >= code.max_uses_per_person then
      raise exception 'the person has used it' using errcode = 'LM004', constraint = 'promo_code_used_by_person';
    end if;
  end if;
  insert into commerce.promo_code_uses (school_id, order_id, promo_code_id) values (school, of_order, code_id);
end $$;
