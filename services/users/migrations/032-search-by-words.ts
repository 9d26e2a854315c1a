import { migration } from '@lms/service-host'

/**
 * People's texts in the form of `searchText`: every beginning of a word stands after one space. From the form before,
 * which held the same words once each, already folded.
 */
export const textsByWords = String.raw`
create function pg_temp.words_after(old text) returns text language sql as $$
  with marks(marks, spaces) as (
    select e'!"#$%&\'()*+,-./:;<=>?@[\\]^_${'`'}{|}~\u00ab\u00b7\u00bb\u2010\u2013\u2014\u2018\u2019\u201a\u201c\u201d\u201e',
      e'\t\n\x0b\f\r\u1680\u2028\u2029\ufeff'
  ), tokens as (
    select place, token, token ~ '^\+[1-9][0-9]{6,14}$' as phone, substr(token, 2) as digits
    from marks, unnest(string_to_array(translate(old, spaces, repeat(' ', 9)), ' ')) with ordinality t(token, place)
    where token <> ''
  ), words as (
    select place, 1 as at, digits as word from tokens where phone
    union all
    select place, 2, substr(digits, case when digits ~ '^[17]' then 2
      when digits ~ '^(2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])' then 3 else 4 end)
    from tokens where phone
    union all
    select place, 1, token from tokens where not phone
    union all
    select place, at, substr(token, at) from marks, tokens, generate_series(2, length(token)) at
    where not phone and strpos(marks, substr(token, at - 1, 1)) > 0 and strpos(marks, substr(token, at, 1)) = 0
  ), cut as (
    select left(word, 254) as word, row_number() over (order by place, at) as place from words
  ), distinct_words as (
    select word, min(place) as place from cut group by word
  )
  select coalesce(string_agg(' ' || word, '' order by place), '') from distinct_words
$$;
update users.users set search_text = pg_temp.words_after(search_text) where search_text <> '';
drop function pg_temp.words_after(text);`

// The function that searches runs as the owner: neither the tsvector match nor LIKE is leakproof, so under row security
// no index would serve them. It pins the school itself, and whom it finds is read through the wall like anyone.
export const searchByWords = migration(
  '032-search-by-words',
  String.raw`
drop index users.users_search;
${textsByWords}
create index users_search on users.users using gin (school_id, search_text public.gin_trgm_ops);

-- The school stands inside each lexeme: the range of a beginning never leaves it.
create function users.search_words(school_id text, search_text text) returns tsvector
language sql immutable parallel safe as $$
  select array_to_tsvector(string_to_array(substr(replace(search_text, ' ', e'\n' || school_id || ' '), 2), e'\n'))
$$;
-- Entered at once: a list of pending entries would be read by every search.
create index users_search_words on users.users using gin (users.search_words(school_id, search_text))
  with (fastupdate = off);
-- A sample of texts with their school, by which the planner tells how many have a word.
create statistics users.users_search_texts on (school_id || search_text) from users.users;
analyze users.users;

create function users.containing(needle text) returns text language sql immutable as $$
  select '%' || regexp_replace(needle, '([\\%_])', '\\\1', 'g') || '%'
$$;

-- How many of the school have all the words, by the statistics: the statement is planned, never run. It has an order,
-- so that its plan is one by an index: who watches plans need not tell it from a walk.
create function users.people_expected(school text, words text[]) returns float
language plpgsql set search_path = '' set enable_seqscan = off as $$
declare
  plan json;
begin
  execute 'explain (format json) select from users.users where ' || (
    select string_agg(format('school_id || search_text like %L', school || users.containing(' ' || word)), ' and ')
    from unnest(words) word) || ' order by school_id, id' into plan;
  return plan -> 0 -> 'Plan' ->> 'Plan Rows';
end $$;

-- At most so many who have all the words: those of some words by the index, whatever the planner thinks of it, the rest
-- looked for in their texts.
create function users.people_by_words(school text, words text[], indexed text[], deleted boolean, most int) returns text[]
language sql set search_path = '' set enable_seqscan = off as $$
  select array_agg(id) from (
    select id from users.users
    where users.search_words(school_id, search_text) @@ (
        select string_agg('''' || replace(replace(school || ' ' || word, '\', '\\'), '''', '''''') || ''':*', ' & ')
        from unnest(indexed) word)::tsquery
      and search_text like all (array(select users.containing(' ' || word) from unnest(words) word))
      and (deleted or status <> 'deleted')
    limit most) found
$$;

-- At most so many whose text has all of these anywhere inside. Planned for these very texts: a rare one by its trigrams,
-- a common one by reading until there are enough.
create function users.people_by_insides(school text, insides text[], deleted boolean, most int) returns text[]
language plpgsql set search_path = '' as $$
declare
  ids text[];
begin
  execute 'select array_agg(id) from (select id from users.users where school_id = $1 and ($2 or status <> ''deleted'')'
    || (select string_agg(format(' and search_text like %L', users.containing(inside)), '') from unnest(insides) inside)
    || ' limit $3) found'
  into ids using school, deleted, most;
  return ids;
end $$;

drop function users.search_people(text[], int);
-- Whom the words find by the beginnings of words; where that is nobody, by texts anywhere inside, where there are any.
-- The ids, or null where they are more than the most.
create function users.search_people(words text[], insides text[], deleted boolean, most int, out tier text, out ids text[])
language plpgsql security definer set search_path = '' set row_security = off as $$
declare
  school constant text := nullif(current_setting('app.school_id', true), '');
  -- More than these are not gathered from the index: a beginning such as one letter may be everyone's.
  common constant float := 20000;
  rare text[] := array(select word from unnest(words) word where users.people_expected(school, array[word]) <= common);
begin
  tier := 'words';
  if rare = '{}' and (cardinality(words) = 1 or users.people_expected(school, words) > most) then
    return;
  end if;
  ids := users.people_by_words(school, words, case when rare = '{}' then words else rare end, deleted, most + 1);
  if ids is null and insides <> '{}' then
    tier := 'insides';
    ids := users.people_by_insides(school, insides, deleted, most + 1);
  end if;
  ids := case when cardinality(ids) > most then null else coalesce(ids, '{}') end;
end $$;
revoke all on function users.people_expected, users.people_by_words, users.people_by_insides, users.search_people
  from public;
grant execute on function users.search_people to lms_users;
`,
)
