// Contents are compiled and filled in in a thread of their own, which a deadline ends: Liquid's own limits can be passed by
// a template that is written for it.
import { InThread, type Sender, TooDear } from '@lms/content/in-thread'
import { Refused } from '@lms/contract'
import { contentRefusals } from './content-refusals.ts'
import type { FillerJobs } from './filler-thread.ts'
import type { Answer, Job, Unfit } from './source.ts'

const thread = new InThread<FillerJobs>(new URL('./filler-thread.ts', import.meta.url), {
  ...{ longest: 5000, maxWaiting: 500, maxOfSchool: 64, maxOfLong: 10 },
  ...{ maxBytes: 16 * 1024 ** 2, maxWaitingBytes: 128 * 1024 ** 2 },
})

/**
 * Fills a content in for each person; without people it is only checked. Refuses with content_invalid what is no Liquid, and
 * what takes too long, and with too_busy where too many wait.
 */
export async function fillIn(job: Job, sender: Sender): Promise<Exclude<Answer, Unfit>> {
  const answer = await thread.run('fill', job, sender).catch(error => {
    throw error instanceof TooDear ? tooDear() : error
  })
  if ('error' in answer) throw contentUnfit(answer)
  return answer
}

/** The refusal of a content with this error. */
export const contentUnfit = ({ error, path = 'body' }: Unfit) =>
  new Refused(contentRefusals.content_invalid, undefined, { details: [{ path, message: placed(error) }] })

/** Liquid's own error, with its place in front: `line 1, column 17: output "{{ name" not closed`. */
const placed = (error: string): string =>
  error.replace(
    /^([\s\S]*), line:(\d+)(?:, col:(\d+))?$/,
    (_, fault, line, column) => `line ${line}${column ? `, column ${column}` : ''}: ${fault}`,
  )

const tooDear = () =>
  new Refused(
    contentRefusals.content_invalid,
    'The content takes too long to be filled in. Make its loops shorter, or remove them.',
  )
