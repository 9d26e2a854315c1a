import { builder } from '../builder.ts'
import { checkCertificatesTask } from './certificate-job.ts'
import { proveDomainsTask } from './proof-job.ts'
import { renewProofsTask } from './renewal-job.ts'

export const domainCheckResource = builder.resource({
  tasks: [proveDomainsTask, renewProofsTask, checkCertificatesTask],
})
