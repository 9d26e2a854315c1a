// The logo of a school is one of its files.
import type { RefusalDetail } from '@lms/contract'
import type { UnitOfWork } from '@lms/service-host'
import type { SiteSettings } from '../settings/site-settings.ts'
import { FileStore } from './file.store.ts'

/** What is wrong with the logo of changed settings; a file that is right is not deleted meanwhile. */
export async function logoProblems(
  { logo_file_id: id }: SiteSettings,
  work: UnitOfWork,
): Promise<RefusalDetail[]> {
  if (id === null) return []
  const [file] = await new FileStore(work).lockReady([id])
  if (file && file.width !== null) return []
  return [{ path: 'body.values.logo_file_id', message: 'must be a ready image of this school' }]
}
