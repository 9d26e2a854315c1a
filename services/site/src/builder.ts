// The stores of this service, and the builder that types its handlers and reactions.
import { isDeepStrictEqual } from 'node:util'
import { SchoolSettings } from '@lms/contract'
import {
  defineService,
  enqueue,
  PeopleDirectory,
  type SettingsChange,
  type StoresOf,
  settingsStoreOf,
  type UnitOfWork,
} from '@lms/service-host'
import { ArtifactStore } from './artifacts/artifact.store.ts'
import { DomainStore } from './domains/domain.store.ts'
import { FileStore } from './files/file.store.ts'
import { logoProblems } from './files/logo.ts'
import { StorageUseStore } from './files/storage-use.store.ts'
import { FormStore } from './forms/form.store.ts'
import { PageDraftStore, PageStore, PageVersionStore } from './pages/page.store.ts'
import { RedirectStore } from './redirects/redirect.store.ts'
import { SchoolStore } from './schools/school.store.ts'
import { SiteSettings } from './settings/site-settings.ts'
import { tellSchool } from './settings/tell-school.task.ts'
import { SubmissionStore } from './submissions/submission.store.ts'

/** The other services keep what all areas take. */
function changing({ before, after }: SettingsChange<SiteSettings>, work: UnitOfWork): void {
  if (!isDeepStrictEqual(SchoolSettings.parse(before), SchoolSettings.parse(after)))
    enqueue(work, tellSchool, {}, { key: 'school' })
}

export const builder = defineService({
  schools: SchoolStore,
  domains: DomainStore,
  redirects: RedirectStore,
  settings: settingsStoreOf('site', SiteSettings, { invalidates: 'site', problems: logoProblems, changing }),
  files: FileStore,
  storageUse: StorageUseStore,
  artifacts: ArtifactStore,
  pages: PageStore,
  pageDrafts: PageDraftStore,
  pageVersions: PageVersionStore,
  forms: FormStore,
  submissions: SubmissionStore,
  people: PeopleDirectory,
})
export type Stores = StoresOf<typeof builder.stores>
