// The thread of `sanitizing.ts`.
import { parentPort } from 'node:worker_threads'
import { sanitized } from './block.html.ts'
import type { Block } from './block.ts'

parentPort!.on('message', (blocks: Block[]) => {
  const before = process.threadCpuUsage()
  const done = sanitized(blocks)
  const { user, system } = process.threadCpuUsage(before)
  parentPort!.postMessage({ blocks: done, milliseconds: Math.round((user + system) / 1000) })
})

parentPort!.postMessage('ready')
