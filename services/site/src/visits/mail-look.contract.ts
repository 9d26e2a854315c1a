// How e-mails of a school look: whoever sends one asks for it.
import { I, resource } from '@lms/contract'
import { z } from 'zod'

const color = () => z.string().describe('As #rrggbb.')

const Colors = z.object({
  background: color(),
  surface: color().describe('Around the mail.'),
  text: color(),
  quiet: color().describe('Of what stands under the mail.'),
  line: color(),
  link: color(),
  button: color(),
  on_button: color(),
})

export const MailLook = z.object({
  name: z.string(),
  language: z.string().describe('Of the school, as a BCP 47 tag.'),
  url: z.string().describe('`{site_url}`, without a slash at the end.'),
  logo: z
    .object({ url: z.string(), width: z.int(), height: z.int() })
    .nullable()
    .describe('In a form that programs for mail show; null for none.'),
  light: Colors,
  dark: Colors.nullable().describe('Null where the logo is not said to be readable on a dark ground.'),
  footer: z.string().describe('What the school says at the end of its pages.'),
})

export type MailLook = z.infer<typeof MailLook>

export const mailLooks = resource({
  show: I('POST /internal/mail-looks/show', {
    summary: 'The look of the e-mails of a school',
    callers: ['crm', 'service', 'users', 'webhooks'],
    permission: null,
    body: z.object({}),
    returns: MailLook,
  }),
})
