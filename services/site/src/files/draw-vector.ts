// Draws an SVG as a picture. Visitors get these pixels, never the SVG: what it could run or load does not reach a browser.
//
// It is drawn in a process of its own, because a small SVG may take minutes (filters, patterns in patterns), and nothing ends
// the drawing within a process. sharp's own time limit was tried: it is looked at between operations, and this is one.
import { spawn } from 'node:child_process'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { largestSide } from '../storage/file.object.ts'

const deadlineMs = 15_000
const program = fileURLToPath(new URL('./vector-process.ts', import.meta.url))

/** The drawing as PNG, with the longest side of the largest variant; null if it cannot be drawn within the deadline. */
export async function drawVector(svg: Buffer, signal: AbortSignal): Promise<Buffer | null> {
  const child = spawn(process.execPath, [program, String(largestSide)], {
    stdio: ['pipe', 'pipe', 'ignore'],
    // No secret of the service, one thread.
    env: { UV_THREADPOOL_SIZE: '1', VIPS_CONCURRENCY: '1' },
    signal: AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]),
    killSignal: 'SIGKILL',
  })
  const ended = new Promise<number | null>(resolve => {
    child.once('exit', resolve)
    child.once('error', () => resolve(null))
  })
  // It may end before it has read all.
  child.stdin.on('error', () => undefined)
  child.stdin.end(svg)
  const drawn = await buffer(child.stdout).catch(() => null)
  const code = await ended
  signal.throwIfAborted()
  return code === 0 && drawn?.length ? drawn : null
}
