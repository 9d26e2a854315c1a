// The part of a thread that hears jobs and posts what comes of them. A program of a thread calls it once.
import { parentPort } from 'node:worker_threads'
import type { Done, Job } from './worker.ts'

/** What a thread can do, by name: functions of values that can be posted, to such values. */
export type Jobs = Readonly<Record<string, (input: any) => unknown>>

/** Answers jobs, one at a time. */
export function answerJobs(jobs: Jobs): void {
  parentPort!.on('message', async ({ name, input }: Job) => {
    const before = process.threadCpuUsage()
    const result = await resultOf(() => jobs[name]!(input))
    const { user, system } = process.threadCpuUsage(before)
    parentPort!.postMessage({ ...result, milliseconds: Math.round((user + system) / 1000) } satisfies Done)
  })
  parentPort!.postMessage('ready')
}

async function resultOf(work: () => unknown) {
  try {
    return { value: await work() }
  } catch (error) {
    const { message } = error as Error
    return { failed: (error as Error).constructor.name, message }
  }
}
