import { emptyQuery } from '../list/list-query.ts'
import type { Step, StepResult } from './batch.ts'
import { readPage } from './read-page.ts'
import type { Shape } from './rows.ts'

const text = {
  type: 'text',
  nullable: false,
  read: (value: string) => value,
  write: (value: string) => value,
}
const shape: Shape = {
  table: 'notes',
  columns: [{ name: 'id', ...text }],
  read: ([id]) => ({ id }),
  hidden: new Set(),
  selection: 't."id"',
}

/** Reads from a list of rows of these sizes as Postgres and the batch would give them. */
async function read(sizes: readonly number[], limit: number) {
  const requests: { rows: number; after: number; text: string }[] = []
  const give = async ({ rows, maxBytes, values, statement }: Step): Promise<StepResult> => {
    const after = Number(values[0] ?? 0)
    requests.push({ rows: rows!, after, text: /limit .*/.exec(statement.text)![0] })
    const result: StepResult = { rows: [], count: 0, bytes: 0, cut: false }
    for (const [index, size] of sizes.slice(after, after + rows!).entries()) {
      result.bytes += size
      if (result.bytes > maxBytes! && index > 0) result.cut = true
      else result.rows.push([String(after + index + 1)])
    }
    return result
  }
  const page = await readPage<{ id: string }>(emptyQuery({ limit }), {
    shape,
    fixed: [],
    custom: {},
    read: give,
  })
  const last = page.rows.length - 1
  return {
    requests,
    count: page.rows.length,
    more: page.more,
    end: page.more ? page.position(last) : null,
  }
}
const sizes = (count: number, bytes: number) => Array(count).fill(bytes)

test('a page of a hundred is one statement', async () => {
  expect(await read(sizes(200, 500), 100)).toEqual({
    requests: [{ rows: 101, after: 0, text: 'limit 101' }],
    count: 100,
    more: true,
    end: ['100'],
  })
})

test.each([
  [1, 'limit 51'],
  [50, 'limit 51'],
  [51, 'limit 101'],
])('a page of %i shares the statement of its size', async (limit, text) => {
  const { requests, count, end } = await read(sizes(200, 500), limit)
  expect({ requests, count, end }).toEqual({
    requests: [{ rows: limit + 1, after: 0, text }],
    count: limit,
    end: [String(limit)],
  })
})

test('a thousand small rows are two statements', async () => {
  const { requests, count, more } = await read(sizes(2000, 500), 1000)
  expect(requests).toEqual([
    { rows: 101, after: 0, text: 'limit 101' },
    { rows: 900, after: 101, text: 'limit 1001' },
  ])
  expect({ count, more }).toEqual({ count: 1000, more: true })
})

test('the last page has no more rows', async () => {
  expect(await read(sizes(150, 500), 1000)).toMatchObject({ count: 150, more: false })
  expect(await read(sizes(101, 500), 100)).toMatchObject({ count: 100, more: true })
  expect(await read(sizes(100, 500), 100)).toMatchObject({ count: 100, more: false })
  expect(await read([], 100)).toMatchObject({ count: 0, more: false })
})

test('large rows are read only as far as they fit into an answer', async () => {
  const { requests, count, more, end } = await read(sizes(1000, 40_000), 1000)
  expect(requests).toEqual([
    { rows: 101, after: 0, text: 'limit 101' },
    { rows: 99, after: 101, text: 'limit 101' },
  ])
  expect({ count, more, end }).toEqual({ count: 200, more: true, end: ['200'] })
})

test('rows larger than those before are cut off, but one always comes', async () => {
  const { count, more, end } = await read([...sizes(101, 500), ...sizes(500, 1_000_000)], 1000)
  expect({ count, more, end }).toEqual({ count: 108, more: true, end: ['108'] })
  expect(await read(sizes(3, 9_000_000), 50)).toMatchObject({ count: 1, more: true, end: ['1'] })
})
