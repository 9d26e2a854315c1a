// A process that its parent starts early: it loads its code, and begins when it is told to.
import { spawn } from 'node:child_process'
import { once } from 'node:events'

const program = (rest: string) => `
import { endOnSignal, makeLog, waitForParent } from '${new URL('process.ts', import.meta.url)}'
process.stdout.write('loaded ')
await waitForParent()
process.stdout.write('begun')
${rest}`

function start(env: NodeJS.ProcessEnv, rest = 'process.exit(0)') {
  const args = ['--no-warnings', '--input-type=module', '--eval', program(rest)]
  const child = spawn(process.execPath, args, { env: { ...process.env, ...env } })
  let printed = ''
  child.stdout.on('data', data => (printed += data))
  return { child, ended: once(child, 'close').then(([code]) => ({ code, printed })) }
}

const waiting = { LMS_START_ON_INPUT: '1' }

test('begins at once by itself', async () => {
  expect(await start({}).ended).toEqual({ code: 0, printed: 'loaded begun' })
})

test('begins at the line of its parent', async () => {
  const { child, ended } = start(waiting)
  await once(child.stdout, 'data')
  child.stdin.write('\n')
  expect(await ended).toEqual({ code: 0, printed: 'loaded begun' })
})

test('ends with the parent that is gone before', async () => {
  const { child, ended } = start(waiting)
  child.stdin.end()
  expect(await ended).toEqual({ code: 1, printed: 'loaded ' })
})

test('stops in good order with the parent that is gone after', async () => {
  const stopping = `
    endOnSignal(makeLog('trial', 'silent'), async () => {
      await new Promise(resolve => setImmediate(resolve))
      process.stdout.write(' stopped')
    })`
  const { child, ended } = start({ ...waiting, LMS_STOP_ON_STDIN_END: '1' }, stopping)
  await once(child.stdout, 'data')
  child.stdin.end('\n')
  expect(await ended).toEqual({ code: 0, printed: 'loaded begun stopped' })
})
