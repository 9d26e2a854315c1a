import { execFileSync } from 'node:child_process'

const program = `
import { getHeapSpaceStatistics } from 'node:v8'
import { shrinkHeap } from ${JSON.stringify(new URL('heap.ts', import.meta.url).href)}
const young = () => getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').space_size
const kept = []
for (let index = 0; index < 1_000_000; index++) kept.push({ index })
const before = young()
shrinkHeap()
process.stdout.write(JSON.stringify({ before, after: young(), kept: kept.length }))
`

test('a process gives back the young space that its start has grown, and keeps what it uses', () => {
  const options = ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', program]
  const {
    before,
    after,
    kept: count,
  } = JSON.parse(execFileSync(process.execPath, options, { encoding: 'utf8' }))
  expect(count).toBe(1_000_000)
  expect(after).toBeLessThan(before / 4)
})
