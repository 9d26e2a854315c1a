// In a process of its own, in which nothing is loaded yet. Counted are modules, not times: these depend on the machine.
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const pathOf = (file: string) => JSON.stringify(fileURLToPath(new URL(file, import.meta.url)))
const program = `
  import { registerHooks } from 'node:module'
  const { catalog, loadAgent } = await import(${pathOf('./index.ts')})
  let modules = 0
  registerHooks({ load: (url, context, next) => { modules++; return next(url, context) } })
  let before = 0, most = 0, turns = 0, isLoading = true
  const look = () => {
    most = Math.max(most, modules - before)
    if (modules > before) turns++
    before = modules
    if (isLoading) setImmediate(look)
  }
  setImmediate(look)
  await loadAgent()
  isLoading = false
  look()
  const all = modules
  await Promise.all([catalog(), import(${pathOf('./dialogues.ts')})])
  console.log(JSON.stringify({ all, most, turns, first: modules - all }))`

test('what a question needs is loaded in many turns, and the first question loads nothing', () => {
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
  const { all, most, turns, first } = JSON.parse(printed)
  expect(turns).toBeGreaterThan(5)
  expect(most).toBeLessThan(all / 2)
  expect(first).toBe(0)
})
