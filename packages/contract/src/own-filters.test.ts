import { z } from 'zod'
import { filter, id, L, oneOf, text, timestamp } from './index.ts'

const Thing = z.object({
  id: id('off'),
  name: text(100),
  user_id: id('usr').nullable().describe('Whose it is.'),
  status: oneOf(['draft', 'sent']).describe('What has become of it.'),
  open: z.boolean(),
  sent_at: timestamp().describe('When.').nullable(),
  count: z.int(),
  tags: z.array(id('tag')),
  version: z.int(),
})
const listOf = (list: object) =>
  L('GET /v1/things', {
    summary: 'List',
    permission: null,
    returns: Thing,
    list: { filters: {}, sorts: [], ...list },
  }).list

test('a list has filters by its items’ own states, links, times and booleans', () => {
  expect(listOf({}).filters).toEqual({
    user_id: filter.id('usr'),
    status: filter.state(['draft', 'sent']),
    open: filter.boolean,
    sent_at: filter.time,
  })
})

test('declared filters are added and have priority', () => {
  expect(listOf({ filters: { name: filter.text, status: filter.state(['sent']) } }).filters).toEqual({
    user_id: filter.id('usr'),
    status: filter.state(['sent']),
    open: filter.boolean,
    sent_at: filter.time,
    name: filter.text,
  })
})

test('a list of computed items has only the declared filters', () => {
  expect(listOf({ bare: true, filters: { name: filter.text } }).filters).toEqual({ name: filter.text })
})
