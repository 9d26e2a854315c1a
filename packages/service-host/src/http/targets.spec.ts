import { request } from 'node:http'
import { startSystem, type TestSystem } from '@lms/testing'
import { notesService } from '../spec/notes.ts'

describe('an invalid target', () => {
  let system: TestSystem
  beforeAll(async () => {
    system = await startSystem({ services: [notesService] })
  })
  afterAll(() => system.stop())

  /** One request whose target is sent as it is. */
  const ask = (target: string, headers: Record<string, string>) =>
    new Promise<{ type: string | undefined; body: string }>((resolve, reject) => {
      const { hostname, port } = new URL(system.addresses.notes!)
      const sent = request({ hostname, port, path: target, headers, agent: false }, answer => {
        let body = ''
        answer.setEncoding('utf8').on('data', text => {
          body += text
        })
        answer.on('end', () => resolve({ type: answer.headers['content-type'], body }))
      })
      sent.on('error', reject).end()
    })

  test.each(['//', 'http://[', 'http://', '//a@[b', '/%', '/[', '*'])(
    '%s gets the common error shape',
    async target => {
      const { type, body } = await ask(target, { 'x-request-id': '0'.repeat(32) })
      expect(type).toBe('application/json; charset=utf-8')
      expect(JSON.parse(body)).toMatchObject({ error: { code: 'unauthorized', request_id: '0'.repeat(32) } })
    },
  )

  test.each(['GET', 'PATCH', 'DELETE'])('%s with an empty id is not an operation', async method => {
    const caller = system.caller({ rights: [[]] })
    for (const path of ['/v1/notes/', '/v1/notes//'])
      expect(await system.request('notes', { method, path, caller })).toMatchObject({
        status: 404,
        body: { error: { reason: 'no_such_operation' } },
      })
  })

  test('another method than those of a path is told which ones it takes', async () => {
    const caller = system.caller({ rights: [[]] })
    const answer = await system.request('notes', { method: 'PUT', path: '/v1/notes', caller })
    expect(answer).toMatchObject({
      status: 404,
      body: { error: { reason: 'no_such_operation', message: expect.stringContaining('GET, POST') } },
    })
    expect(answer.headers.get('allow')).toBe('GET, POST')
  })
})
