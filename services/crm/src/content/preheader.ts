// What lists of mails show beside the subject: the first text of a mail, which nobody sees in the mail itself.
import { encoded } from './links.ts'
import { withoutTags } from './tags.ts'

const hidden =
  'display:none;max-height:0;max-width:0;overflow:hidden;opacity:0;mso-hide:all;font-size:1px;line-height:1px'
/** Characters without width, so that the beginning of the mail does not follow in the list. */
const filling = '&#847;&zwnj;&nbsp;'.repeat(60)

/** The hidden text, as a Liquid template of HTML; nothing without one. */
export function preheaderOf(preheader: string): string {
  if (preheader.trim() === '') return ''
  const { bare, restored } = withoutTags([preheader])
  const text = restored(encoded(bare[0]!))
  return `<div style="${hidden}">${text}${filling}</div>`
}
