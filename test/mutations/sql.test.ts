import { isSql, sqlMutants } from './sql.ts'

test.each([
  ['select 1 from things where id = $1', true],
  [' and state = 5', true],
  ['order.paid', false],
  ['What a school gives and takes', false],
])('%j is SQL: %s', (text, expected) => {
  expect(isSql(text)).toBe(expected)
})

test.each([
  ['select a from b where a = $1', ['select a from b where (a = $1 or true)']],
  [
    'delete from b where x is null and (y = 1 or f(z, 2)) returning y',
    [
      'delete from b where x is not null and (y = 1 or f(z, 2)) returning y',
      'delete from b where (x is null or true) and (y = 1 or f(z, 2)) returning y',
      'delete from b where x is null and ((y = 1 or f(z, 2)) or true) returning y',
      'delete from b where x is null and (y = 1 or (f(z, 2) and false)) returning y',
    ],
  ],
  [
    'select a from b order by a desc limit $1 for update skip locked',
    [
      'select a from b order by a desc limit $1',
      'select a from b order by a desc limit $1 for update',
      'select a from b limit $1 for update skip locked',
      'select a from b order by a desc limit 1000 + $1 for update skip locked',
      'select a from b order by a limit $1 for update skip locked',
    ],
  ],
  [
    'where a between 1 and 2 and b >= now() - $1',
    [
      'where a between 1 and 2 and b > now() - $1',
      'where a between 1 and 2 and b >= now() + $1',
      'where (a between 1 and 2 or true) and b >= now() - $1',
      'where a between 1 and 2 and (b >= now() - $1 or true)',
    ],
  ],
  ["select a->>'b' from c", []],
])('%s has these mutants', (text, mutants) => {
  expect(sqlMutants(text)).toEqual(mutants)
})
