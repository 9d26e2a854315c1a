// Documents of packages are read in a thread: their XML, HTML and JSON are a stranger's.
import { ArchiveRefused, maxEntryBytes, type PackedFiles } from '@lms/archive'
import { InThread, TooDear } from '@lms/content/in-thread'
import type { PackageJobs } from './package-thread.ts'

const thread = new InThread<PackageJobs>(new URL('./package-thread.ts', import.meta.url), {
  ...{ longest: 10_000, long: 1000, maxWaiting: 50, maxOfSchool: 10, maxOfLong: 2 },
  ...{ maxBytes: maxEntryBytes + 1024 ** 2, maxMebibytes: 512 },
  errors: [ArchiveRefused],
})

/** A package that is being read, and the school that does. */
export interface OpenPackage {
  readonly archive: PackedFiles
  readonly school: string
}

type Job = keyof PackageJobs
type Answer<K extends Job> = Awaited<ReturnType<PackageJobs[K]>>

/** What a job makes of an input; `name` is what messages call it. Throws `ArchiveRefused`, also for what takes too long. */
export async function inPackageThread<K extends Job>(
  job: K,
  input: Parameters<PackageJobs[K]>[0],
  { name, school }: { name: string; school: string },
): Promise<Answer<K>> {
  try {
    // Imports are tasks, whose number is bounded.
    return await thread.run(job, input, { school, patient: true })
  } catch (error) {
    throw error instanceof TooDear ? new ArchiveRefused(`${name} takes too long to be read.`) : error
  }
}

/** The same of a document of the package, which has to be there; `more` is what the job needs besides. */
export async function readDocument<K extends Exclude<Job, 'madeLesson' | 'html' | 'address' | 'plainText'>>(
  job: K,
  path: string,
  { archive, school }: OpenPackage,
  more: Omit<Parameters<PackageJobs[K]>[0], 'bytes' | 'path'>,
): Promise<Answer<K>> {
  const bytes = await archive.bytes(path)
  if (!bytes) throw new ArchiveRefused(`The package has no ${path.slice(0, 200)}.`)
  const input = { ...more, bytes, path } as Parameters<PackageJobs[K]>[0]
  return inPackageThread(job, input, { name: path.slice(0, 200), school })
}
