import { filter, takes } from '@lms/contract'
import { z } from 'zod'
import { valuesOf } from './filter-values.ts'
import { readFilters } from './list-filters.ts'
import { emptyQuery } from './list-query.ts'

const Code = z.object({
  code: takes(z.string().regex(/^[A-Z]+$/), z.string().max(10).toUpperCase()).nullable(),
  name: z.string(),
})
const read = (query: string) => {
  const result = emptyQuery()
  const searchParameters = new URLSearchParams(query)
  const spec = { filters: { code: filter.text, name: filter.text }, sorts: [] }
  readFilters(searchParameters, [...searchParameters.keys()], { spec, item: Code }, result)
  return result.filters.map(({ name, values }) => [name, values])
}

test('a filter accepts what a body accepts for the field, and compares what a body would have stored', () => {
  expect(read('code=spring,SPRING,Autumn&name=Spring')).toEqual([
    ['code', ['SPRING', 'AUTUMN']],
    ['name', ['Spring']],
  ])
})

test('a value that no body may have is compared as it is', () => {
  expect(read('code=springtime-is-over')).toEqual([['code', ['springtime-is-over']]])
})

test('an e-mail and a phone number have one form in every field', () => {
  expect(valuesOf(['Ann@X.org,ann@x.org'], filter.email)).toEqual(['ann@x.org'])
  expect(valuesOf([' 491711234567'], filter.phone)).toEqual(['+491711234567'])
})
