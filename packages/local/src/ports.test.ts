import { once } from 'node:events'
import { createServer } from 'node:net'
import { freePorts, portIsFree } from './ports.ts'

test('gives different free ports', async () => {
  const ports = await freePorts(5)
  expect(new Set(ports).size).toBe(5)
  for (const port of ports) {
    expect(await portIsFree(port)).toBe(true)
    expect(port).toBeLessThan(32_768)
  }
})

test('never gives a port that is promised to another', async () => {
  const [least] = (process.env.LMS_FREE_PORTS ?? '16384-32767').split('-').map(Number)
  const promised = Array.from({ length: 4000 }, (_, at) => least! + at)
  for (const port of await freePorts(5, promised)) expect(promised).not.toContain(port)
})

test('a port in use is not free until it is closed', async () => {
  const [port] = await freePorts(1)
  const server = createServer()
  await once(server.listen(port, '127.0.0.1'), 'listening')
  expect(await portIsFree(port!)).toBe(false)
  await new Promise(done => server.close(done))
  expect(await portIsFree(port!)).toBe(true)
})
