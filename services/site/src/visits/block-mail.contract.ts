// The block document of a page as the content of an e-mail: crm stores what this makes of it.
import { I, resource } from '@lms/contract'
import { z } from 'zod'
import { MailDocument } from '../pages/block.ts'

const blockMessage = z.object({
  path: z.string().describe('In the document: `blocks.3.text`.'),
  message: z.string(),
})

export const blockMails = resource({
  render: I('POST /internal/block-mails/render', {
    summary:
      'MJML of a document of blocks, with what remains of its HTML; or the places that no e-mail can have',
    callers: ['crm'],
    permission: null,
    body: z.strictObject({ document: MailDocument }),
    returns: z.object({
      faults: z.array(blockMessage).max(50).describe('With one of them nothing is made of the document.'),
      document: MailDocument.nullable(),
      mjml: z.string(),
    }),
  }),
})
