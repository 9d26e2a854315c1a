// The registry of schools and their domains.
import { migrationsIn, siteUrlSetting } from '@lms/service-host'
import { artifactHandlers, fileReadingHandlers } from './artifacts/artifact.handlers.ts'
import { forgetArtifactTask, growArtifactCall, storeArtifactCall } from './artifacts/artifact.run.ts'
import { builder, type Stores } from './builder.ts'
import { siteContract } from './contract.ts'
import { checkCertificatesTask } from './domain-checks/certificate-job.ts'
import { proveDomainsTask } from './domain-checks/proof-job.ts'
import { renewProofsTask } from './domain-checks/renewal-job.ts'
import { domainHandlers } from './domains/domain.handlers.ts'
import { domainTargetSetting } from './domains/domain-settings.ts'
import { beginUploadCall } from './files/begin-upload.ts'
import { checkFileCall, checkLargeFileCall } from './files/check-file.ts'
import { collectOrphansTask } from './files/collect-orphans.ts'
import { forgetFileTask, removeBytesCall } from './files/end-file.ts'
import { extractFileCall } from './files/extract-file.ts'
import { extractionHandlers } from './files/extraction.handlers.ts'
import { filesOfPerson } from './files/file.data.ts'
import { fileHandlers } from './files/file.handlers.ts'
import { fileLinkHandlers } from './files/file-link.handlers.ts'
import { keepFilesUsedBy } from './files/file-use.ts'
import { fileUses } from './files/file-uses.ts'
import { makeVariantsCall } from './files/make-variants.ts'
import { scanSettings } from './files/scan.ts'
import { StorageUseEntity, StorageUseStore } from './files/storage-use.store.ts'
import { FormCountEntity } from './forms/form.entity.ts'
import { formHandlers } from './forms/form.handlers.ts'
import { pageContentHandlers, pageVersionHandlers } from './pages/content.handlers.ts'
import { PageUseEntity } from './pages/page.entity.ts'
import { pageHandlers } from './pages/page.handlers.ts'
import { publishPageTask } from './pages/publishing.task.ts'
import { redirectHandlers } from './redirects/redirect.handlers.ts'
import { restoreFileCall } from './restoring/restore-file.ts'
import { restoringHandlers } from './restoring/restoring.handlers.ts'
import { registryHandlers } from './schools/school.handlers.ts'
import { limitsOfSchool } from './schools/school-limits.ts'
import { tellSchoolCall } from './settings/tell-school.run.ts'
import { storageSettings } from './storage/settings.ts'
import { storageStreams } from './storage/streams.ts'
import { followSubmissionCall } from './submissions/follow.run.ts'
import { forgetSpamTask } from './submissions/forget-spam.run.ts'
import { submissionsOfPerson } from './submissions/submission.data.ts'
import { submissionHandlers } from './submissions/submission.handlers.ts'
import { blockMailHandlers } from './visits/block-mail.handlers.ts'
import { formVisitHandlers } from './visits/form-visit.handlers.ts'
import { frameHandlers } from './visits/frame.handlers.ts'
import { pictureHandlers } from './visits/picture.handlers.ts'
import { visitingHandlers } from './visits/visit.handlers.ts'

keepFilesUsedBy(fileUses)

const pagesNaming = (id: string, { pages }: Stores) => pages.naming(id)

export const siteService = builder.build({
  contract: siteContract,
  migrations: migrationsIn(new URL('../migrations/', import.meta.url)),
  usage: { bytes_kept: async work => (await new StorageUseStore(work).now()).bytes },
  resources: [
    domainHandlers,
    redirectHandlers,
    registryHandlers,
    fileHandlers,
    fileLinkHandlers,
    fileReadingHandlers,
    extractionHandlers,
    restoringHandlers,
    artifactHandlers,
    formHandlers,
    submissionHandlers,
    visitingHandlers,
    formVisitHandlers,
    frameHandlers,
    pictureHandlers,
    blockMailHandlers,
    pageHandlers,
    pageContentHandlers,
    pageVersionHandlers,
  ],
  entities: [StorageUseEntity, PageUseEntity, FormCountEntity],
  tasks: [
    proveDomainsTask,
    renewProofsTask,
    checkCertificatesTask,
    beginUploadCall,
    checkFileCall,
    checkLargeFileCall,
    extractFileCall,
    restoreFileCall,
    makeVariantsCall,
    forgetFileTask,
    removeBytesCall,
    storeArtifactCall,
    growArtifactCall,
    forgetArtifactTask,
    collectOrphansTask,
    publishPageTask,
    followSubmissionCall,
    tellSchoolCall,
    forgetSpamTask,
  ],
  keepsPeople: true,
  personalData: [submissionsOfPerson, filesOfPerson],
  settings: [siteUrlSetting, domainTargetSetting, ...storageSettings, ...scanSettings],
  used: {
    domains_limit_reached: ({ domains }, most) => domains.standing(most),
    files_limit_reached: async ({ storageUse }) => (await storageUse.now()).files,
    pages_limit_reached: ({ pages }, most) => pages.standing(most),
  },
  limits: limitsOfSchool,
  objects: {
    fil: (ids, { files }) => files.many(ids),
    frm: async (ids, { forms }) => (await forms.many(ids)).map(({ id }) => ({ id })),
  },
  naming: {
    crs: pagesNaming,
    off: pagesNaming,
    prc: pagesNaming,
    tag: (id, { forms }) => forms.naming(id),
  },
  streams: storageStreams,
})
