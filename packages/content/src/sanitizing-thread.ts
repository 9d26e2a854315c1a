// The thread of `sanitizing.ts`.
import { parentPort } from 'node:worker_threads'
import { cleaned, type HtmlPart } from './html.ts'

parentPort!.on('message', (parts: HtmlPart[]) => {
  const before = process.threadCpuUsage()
  const done = parts.map(cleaned)
  const { user, system } = process.threadCpuUsage(before)
  parentPort!.postMessage({ parts: done, milliseconds: Math.round((user + system) / 1000) })
})

parentPort!.postMessage('ready')
