// The thread of `read-mail.ts`.
import { parentPort } from 'node:worker_threads'
import { type Report, readMail } from './mail.ts'

parentPort!.on('message', async (bytes: Uint8Array) => {
  const nothing: Report = { kind: 'none' }
  // Bounds of the parser, parts in parts: nobody writes such a mail.
  parentPort!.postMessage(await readMail(Buffer.from(bytes)).catch(() => nothing))
})
parentPort!.postMessage('ready')
