import { createSocket, type Socket } from 'node:dgram'
import { txtLookup } from './proof-dns.ts'

/** A name server for one question: TXT values (each a list of pieces), or an error of the protocol. */
function startNameServer(
  answers: Record<string, string[][] | 'refused'>,
): Promise<{ address: string; socket: Socket }> {
  const socket = createSocket('udp4')
  socket.on('message', (message, { port, address }) => {
    const { name, end } = questionOf(message)
    const answer = answers[name]
    const values = Array.isArray(answer) ? answer : []
    const code = answer === 'refused' ? 5 : answer ? 0 : 3
    const header = Buffer.from(message.subarray(0, 12))
    header.writeUInt16BE(0x8180 | code, 2)
    header.writeUInt16BE(values.length, 6)
    header.writeUInt32BE(0, 8)
    socket.send(Buffer.concat([header, message.subarray(12, end), ...values.map(record)]), port, address)
  })
  return new Promise(resolve =>
    socket.bind(0, '127.0.0.1', () => resolve({ address: `127.0.0.1:${socket.address().port}`, socket })),
  )
}

function questionOf(message: Buffer) {
  const labels: string[] = []
  let at = 12
  for (let length = message[at]!; length; length = message[at]!) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  return { name: labels.join('.'), end: at + 5 }
}

function record(pieces: string[]): Buffer {
  const data = Buffer.concat(
    pieces.map(piece => Buffer.concat([Buffer.from([piece.length]), Buffer.from(piece)])),
  )
  // A pointer to the name of the question, type TXT, class IN, a minute to live.
  const head = Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 60, 0, 0])
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}

describe('TXT records', () => {
  let server: Awaited<ReturnType<typeof startNameServer>>
  beforeAll(async () => {
    server = await startNameServer({
      '_lms.school.example': [['v=spf1 -all'], ['lms-school=', 'sch_1']],
      'broken.example': 'refused',
    })
  })
  afterAll(() => server.socket.close())

  test('are complete, even if a value comes in pieces', async () => {
    expect(await txtLookup([server.address])('_lms.school.example')).toEqual([
      'v=spf1 -all',
      'lms-school=sch_1',
    ])
  })

  test('are empty for a name that does not exist', async () => {
    expect(await txtLookup([server.address])('_lms.other.example')).toEqual([])
  })

  test('are unknown if the servers refuse', async () => {
    await expect(txtLookup([server.address])('broken.example')).rejects.toThrow()
  })
})
