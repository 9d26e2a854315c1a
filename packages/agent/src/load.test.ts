// In a process of its own, in which nothing is loaded yet.
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const program = `
  import { catalog, loadAgent } from ${JSON.stringify(fileURLToPath(new URL('./index.ts', import.meta.url)))}
  const spent = () => { const { user, system } = process.threadCpuUsage(); return user + system }
  const began = spent()
  let before = began, longest = 0, isLoading = true
  const look = () => {
    const now = spent()
    longest = Math.max(longest, now - before)
    before = now
    if (isLoading) setImmediate(look)
  }
  setImmediate(look)
  await loadAgent()
  isLoading = false
  const loaded = spent()
  await Promise.all([catalog(), import(${JSON.stringify(fileURLToPath(new URL('./dialogues.ts', import.meta.url)))})])
  console.log(JSON.stringify({ all: loaded - began, longest, first: spent() - loaded }))`

test('what a question needs is loaded in many turns, and the first question loads nothing', () => {
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
  const { all, longest, first } = JSON.parse(said)
  expect(longest).toBeLessThan(all / 2)
  expect(first).toBeLessThan(all / 20)
})
