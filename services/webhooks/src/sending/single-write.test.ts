import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { writingOnce } from './single-write.ts'

describe('a socket that writes once', () => {
  const sockets: Socket[] = []
  const server = createServer(socket => void sockets.push(socket))
  afterAll(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const opened = async () => {
    if (!server.listening) await once(server.listen(0, '127.0.0.1'), 'listening')
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
    await once(client, 'connect')
    sockets.push(client)
    const writes: string[] = []
    const plain = client._write.bind(client)
    client._write = (chunk, encoding, done) => {
      writes.push(chunk.toString('latin1'))
      plain(chunk, encoding, done)
    }
    const pieces: string[][] = []
    const several = client._writev!.bind(client)
    client._writev = (chunks, done) => {
      pieces.push(chunks.map(({ chunk }) => chunk.toString()))
      several(chunks, done)
    }
    return { socket: writingOnce(client), writes, pieces }
  }

  test('joins the writes of a cork, in the given encoding', async () => {
    const { socket, writes, pieces } = await opened()
    socket.cork()
    socket.write('head \u00fc ', 'latin1')
    socket.write(Buffer.from('body ü'))
    socket.uncork()
    socket.write('after')
    expect(writes).toEqual([`head \u00fc body \u00c3\u00bc`, 'after'])
    expect(pieces).toEqual([])
  })

  test('does not copy large writes', async () => {
    const { socket, pieces } = await opened()
    socket.cork()
    socket.write('head', 'latin1')
    socket.write(Buffer.alloc(100_000, 'b'))
    socket.uncork()
    expect(pieces.map(list => list.map(({ length }) => length))).toEqual([[4, 100_000]])
  })
})
