// The thread of `filler.ts`.
import { parentPort } from 'node:worker_threads'
import { compile } from './compile.ts'
import { ContentUnfit, fill, type Ready, readyOf } from './fill.ts'
import type { Answer, Job } from './filler.ts'
import type { Source } from './source.ts'

/** The contents of the last few jobs: a mailing comes in many. */
const kept = new Map<string, Ready>()
const mostKept = 20

function ready(source: Source): Ready {
  const key = JSON.stringify(source)
  const found = kept.get(key) ?? readyOf(compile(source))
  kept.delete(key)
  kept.set(key, found)
  if (kept.size > mostKept) kept.delete(kept.keys().next().value!)
  return found
}

/** The error of a content; others end the thread. */
function unfit(error: unknown): { error: string } {
  if (error instanceof ContentUnfit) return { error: error.message }
  throw error
}

function answerTo({ source, people }: Job): Answer {
  try {
    const content = ready(source)
    return {
      links: content.links,
      results: people.map(variables => {
        try {
          return fill(content, variables)
        } catch (error) {
          return unfit(error)
        }
      }),
    }
  } catch (error) {
    return unfit(error)
  }
}

parentPort!.on('message', (job: Job) => {
  const before = process.threadCpuUsage()
  const answer = answerTo(job)
  const { user, system } = process.threadCpuUsage(before)
  parentPort!.postMessage({ answer, milliseconds: Math.round((user + system) / 1000) })
})

parentPort!.postMessage('ready')
