// Draws an image that sharp shall not decode in the service itself, as PNG, in a process of its own:
// - an SVG: visitors get these pixels, never the SVG, so what it could run or load does not reach a browser. A small one may
//   take minutes (filters, patterns in patterns), and nothing ends the drawing within a process. sharp's own time limit was
//   tried: it is looked at between operations, and this is one.
// - a photograph in HEIC, as telephones take them: sharp's binaries have no decoder of HEVC, for its patents. libheif in
//   WebAssembly has one. It takes some seconds of one thread and four bytes for each pixel, so it must be ended from outside, too.
import { spawn } from 'node:child_process'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { largestSide, mostPixels, photographTypes, vectorType } from '../storage/file.object.ts'

const deadlineMs = 15_000
const programs: Readonly<Record<string, string>> = {
  [vectorType]: './vector-process.ts',
  ...Object.fromEntries(photographTypes.map(type => [type, './photograph-process.ts'])),
}

/**
 * The image as PNG, with at most the longest side of the largest variant; an SVG has just that side. Null if it cannot be
 * drawn within the deadline.
 */
export async function drawApart(type: string, bytes: Buffer, signal: AbortSignal): Promise<Buffer | null> {
  const program = fileURLToPath(new URL(programs[type]!, import.meta.url))
  const child = spawn(process.execPath, ['--no-warnings', program, String(largestSide), String(mostPixels)], {
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
  child.stdin.end(bytes)
  const drawn = await buffer(child.stdout).catch(() => null)
  const code = await ended
  signal.throwIfAborted()
  return code === 0 && drawn?.length ? drawn : null
}
