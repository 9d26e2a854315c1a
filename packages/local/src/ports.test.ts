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

test('a port in use is not free until it is closed', async () => {
  const [port] = await freePorts(1)
  const server = createServer()
  await once(server.listen(port, '127.0.0.1'), 'listening')
  expect(await portIsFree(port!)).toBe(false)
  await new Promise(done => server.close(done))
  expect(await portIsFree(port!)).toBe(true)
})
