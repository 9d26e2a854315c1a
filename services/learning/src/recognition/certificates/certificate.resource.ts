import { builder } from '../../builder.ts'
import { certificates } from './certificate.contract.ts'
import { certificatesOfPerson } from './certificate.data.ts'
import { certificateCheckHandlers, certificateHandlers } from './certificate.handlers.ts'
import { fileOfCertificate } from './file.ts'
import { issueCertificateCall } from './issue.run.ts'

export const certificateResource = builder.resource({
  handlers: [certificateHandlers, certificateCheckHandlers],
  knowsPresent: [certificates],
  tasks: [issueCertificateCall],
  personalData: [certificatesOfPerson],
  files: { cer: fileOfCertificate },
})
