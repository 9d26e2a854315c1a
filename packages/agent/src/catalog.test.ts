// What the first question of a process loads is charged to nobody. In a process of its own, in which nothing is loaded yet.
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const program = `
  import { catalog } from ${JSON.stringify(fileURLToPath(new URL('./index.ts', import.meta.url)))}
  const spent = () => { const { user, system } = process.threadCpuUsage(); return user + system }
  const before = spent()
  const loading = catalog()
  const charged = spent() - before
  const { tools } = await loading
  console.log(JSON.stringify({ charged, all: spent() - before, tools: tools.length }))`

test('the first question is charged for no loading: it begins after the caller waits', () => {
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
  const { charged, all, tools } = JSON.parse(output)
  expect(tools).toBeGreaterThan(400)
  expect(charged).toBeLessThan(all / 20)
})
