// The public declaration of this service.
import { contract } from '@lms/contract'
import { artifacts, fileReading } from './artifacts/artifact.contract.ts'
import { domains } from './domains/domain.contract.ts'
import { schoolErasing } from './erasing/erasing.contract.ts'
import { fileExtraction } from './files/extraction.contract.ts'
import { files } from './files/file.contract.ts'
import { fileLinks } from './files/file-link.contract.ts'
import { forms } from './forms/form.contract.ts'
import { pageContents, pages, pageVersions } from './pages/page.contract.ts'
import { redirects } from './redirects/redirect.contract.ts'
import { schoolRestoring } from './restoring/restoring.contract.ts'
import { registry } from './schools/school.contract.ts'
import { SiteSettings } from './settings/site-settings.ts'
import { submissions } from './submissions/submission.contract.ts'
import { blockMails } from './visits/block-mail.contract.ts'
import { formVisits } from './visits/form-visit.contract.ts'
import { frames } from './visits/frame.contract.ts'
import { mailLooks } from './visits/mail-look.contract.ts'
import { pictures } from './visits/picture.contract.ts'
import { visiting } from './visits/visit.contract.ts'

export { artifactPieces, artifacts, fileReading, pieceBytes } from './artifacts/artifact.contract.ts'
export { Domain, refusals as domainRefusals } from './domains/domain.contract.ts'
export { readHost } from './domains/domain.rules.ts'
export { refusals as erasingRefusals, schoolErasing } from './erasing/erasing.contract.ts'
export { fileExtraction, maxExtractedBytes } from './files/extraction.contract.ts'
export { refusals as fileRefusals } from './files/file.contract.ts'
export { fileLinks, maxLinks } from './files/file-link.contract.ts'
export { Form } from './forms/form.object.ts'
export { MailDocument } from './pages/block.ts'
export { canonicalPath } from './redirects/redirect.contract.ts'
export { isReserved } from './redirects/reserved-paths.ts'
export { type RestoredSchool, restoredSchool, schoolRestoring } from './restoring/restoring.contract.ts'
export {
  ConfirmedDomain,
  givingRefusals,
  LimitChanges,
  Limits,
  NewDomain,
  NewSchool,
  ResolvedSchool,
  registry,
  School,
  SchoolChanges,
  schoolList,
  schoolRefusals,
} from './schools/school.contract.ts'
export { defaultLimits } from './schools/school.rules.ts'
export { FormSubmission } from './submissions/submission.object.ts'
export { blockMails } from './visits/block-mail.contract.ts'
export { formVisits } from './visits/form-visit.contract.ts'
export { formVisitRefusals } from './visits/form-visit.words.ts'
export { type Frame, frames } from './visits/frame.contract.ts'
export { type MailLook, mailLooks } from './visits/mail-look.contract.ts'
export { type Picture, pictures } from './visits/picture.contract.ts'
export { maxCacheSeconds, type Visit, visiting } from './visits/visit.contract.ts'

export const siteContract = contract({
  service: 'site',
  area: 'Site and files',
  references: { owns: ['fil', 'frm'], names: ['crs', 'off', 'prc', 'tag'] },
  resources: { domains, redirects, files, pages, pageContents, pageVersions, forms, submissions },
  internal: {
    registry,
    visiting,
    formVisits,
    frames,
    pictures,
    fileLinks,
    artifacts,
    fileReading,
    fileExtraction,
    blockMails,
    mailLooks,
    schoolRestoring,
    schoolErasing,
  },
  settings: SiteSettings,
})
