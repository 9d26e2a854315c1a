// The way of a finished file to the storage, which the site service keeps.
import type { Id } from '@lms/contract'
import { linkHours, type Work } from '@lms/service-host'
import { artifacts } from '@lms/site/contract'

export interface WrittenFile {
  readonly id: Id<'fil'>
  readonly name: string
  readonly content_type: string
  readonly size: number
  readonly pieces: number
  readonly expires_at: string
}

/** When a link that begins now ends. */
export const linkEnd = (now: Date): Date => new Date(now.getTime() + linkHours * 3_600_000)

/** Has the file stored, or asks how far that is. Once it is stored, its link works until it expires. */
export function storeFile(file: WrittenFile, { work, runtime }: Pick<Work, 'work' | 'runtime'>) {
  const scope = { school: work.school, requestId: work.origin.requestId }
  return runtime.client('site', { artifacts }, scope).artifacts.store({ body: file })
}
