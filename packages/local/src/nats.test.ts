import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePorts, type LocalNats, startNats } from './index.ts'
import { elsewhere, isAlive, trialFolder } from './trial.ts'

const trial = await trialFolder()
const running: LocalNats[] = []

afterEach(async () => {
  for (const nats of running.splice(0)) await nats.stop()
})
afterAll(() => trial.remove())

async function start(name: string, more: { port?: number; jetstream?: { maxMemory?: number } } = {}) {
  const nats = await startNats({ storeDir: join(trial.path, name), ...more })
  running.push(nats)
  return nats
}

/** Asks JetStream in the bare protocol: this package has no NATS client. */
async function ask(port: number, subject: string, request: object | string): Promise<any> {
  const socket = connect(port, '127.0.0.1')
  const payload = typeof request === 'string' ? request : JSON.stringify(request)
  socket.write('CONNECT {"verbose":false}\r\nSUB answer 1\r\n')
  socket.write(`PUB ${subject} answer ${Buffer.byteLength(payload)}\r\n${payload}\r\n`)
  try {
    for await (const line of createInterface({ input: socket }))
      if (line.startsWith('{')) return JSON.parse(line)
  } finally {
    socket.destroy()
  }
}

const makeStream = { name: 'events', subjects: ['events.>'], storage: 'file' }

test('starts with JetStream on, with the limits given, and stops', async () => {
  const nats = await start('plain', { jetstream: { maxMemory: 32 * 1024 * 1024 } })
  expect(nats.url).toBe(`nats://127.0.0.1:${nats.port}`)
  expect(nats.version).toMatch(/^\d+\.\d+\.\d+/)
  expect(await ask(nats.port, '$JS.API.INFO', '')).toMatchObject({ memory: 0, streams: 0 })
  await Promise.all([nats.stop(), nats.stop()])
  expect(await nats.exited).toEqual({ code: 0, signal: null })
  expect(await isAlive(nats.pid)).toBe(false)
})

test('keeps acknowledged messages when it is killed', async () => {
  const first = await start('killed')
  await ask(first.port, '$JS.API.STREAM.CREATE.events', makeStream)
  for (let sequence = 1; sequence <= 20; sequence++) {
    expect(await ask(first.port, 'events.order', `{"n":${sequence}}`)).toEqual({
      stream: 'events',
      seq: sequence,
    })
  }
  first.kill('SIGKILL')
  expect(await first.exited).toEqual({ code: null, signal: 'SIGKILL' })
  const second = await start('killed')
  const info = await ask(second.port, '$JS.API.STREAM.INFO.events', '')
  expect(info.state.messages).toBe(20)
})

test('stops the server that a killed run left behind, and keeps its messages', async () => {
  const storeDir = join(trial.path, 'orphaned')
  const earlier = await elsewhere<{ port: number; pid: number }>(`
    const { port, pid } = await startNats({ storeDir: ${JSON.stringify(storeDir)} })
    return { port, pid }`)
  await ask(earlier.value.port, '$JS.API.STREAM.CREATE.events', makeStream)
  await ask(earlier.value.port, 'events.order', '{}')
  await earlier.killHard()
  expect(await isAlive(earlier.value.pid)).toBe(true)

  const nats = await start('orphaned')
  expect(await isAlive(earlier.value.pid)).toBe(false)
  expect((await ask(nats.port, '$JS.API.STREAM.INFO.events', '')).state.messages).toBe(1)
})

test('a pid file that names another program does not stop a start, nor that program', async () => {
  await (await start('stale')).stop()
  const bystander = spawn('sleep', ['60'])
  await writeFile(join(trial.path, 'stale', 'nats.pid'), String(bystander.pid))
  await start('stale')
  expect(bystander.exitCode ?? bystander.signalCode).toBe(null)
  bystander.kill()
  await once(bystander, 'exit')
})

test('leaves a server alone whose owner still runs', async () => {
  const nats = await start('shared')
  await expect(start('shared')).rejects.toThrow(/already running here .* this process started it/)
  expect(await isAlive(nats.pid)).toBe(true)
})

test('reports a port in use', async () => {
  const [port] = await freePorts(1)
  const other = createServer()
  await once(other.listen(port, '127.0.0.1'), 'listening')
  await expect(start('taken', { port: port! })).rejects.toThrow(`cannot use port ${port}: it is in use`)
  await new Promise(done => other.close(done))
})

test('a failed start shows its last lines and what to do', async () => {
  const storeDir = join(trial.path, 'no-jetstream')
  const failed = startNats({ storeDir, jetstream: { maxFile: 'much' as unknown as number } })
  await expect(failed).rejects.toThrow(
    /NATS did not start on .*: it ended with code 1\.\n {2}[\s\S]*remove .* and start again/,
  )
})
