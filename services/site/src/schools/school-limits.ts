// The limits of a school that the platform team may set, as the school sees them.
import type { LimitState } from '@lms/contract'
import type { LimitEntry, UnitOfWork } from '@lms/service-host'
import type { Stores } from '../builder.ts'
import { mebibyte } from '../storage/file.object.ts'
import { Limits } from './school.contract.ts'
import { limitsOf } from './school.rules.ts'

type LimitName = keyof Limits

const counted = {
  key: 'requests',
  school: 'requests',
  event: 'events',
  delivery: 'deliveries',
  task: 'tasks',
} as const

/** The unit of a rate, of its burst, or of the storage, by the name of the limit. */
function unitOf(name: LimitName): LimitState['unit'] {
  if (name === 'storage_files') return 'files'
  if (name === 'storage_gibibytes') return 'gibibytes'
  const [subject, kind] = name.split('_') as [keyof typeof counted, string]
  return kind === 'rate' ? `${counted[subject]}_per_second` : counted[subject]
}

export async function limitsOfSchool(
  { schools, storageUse }: Pick<Stores, 'schools' | 'storageUse'>,
  { work }: { work: Pick<UnitOfWork, 'school'> },
): Promise<LimitEntry[]> {
  const [school, { files, bytes }] = await Promise.all([schools.find(work.school), storageUse.now()])
  const own = school?.limits ?? {}
  const limits = limitsOf(own)
  const used: { readonly [N in LimitName]?: number } = {
    storage_files: files,
    storage_gibibytes: bytes / (1024 * mebibyte),
  }
  return (Object.keys(Limits.shape) as LimitName[]).map(name => ({
    name,
    limit: limits[name],
    used: used[name] ?? null,
    unit: unitOf(name),
    resets_at: null,
    set_by: own[name] === undefined ? 'default' : 'platform_team',
    reached_when: Limits.shape[name].description ?? name,
  }))
}
