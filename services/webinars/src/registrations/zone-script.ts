// The script of the page of a webinar: it says the times in the zone of the visitor. Without it they are in that of the
// school, which they name.
import { createHash } from 'node:crypto'

export const zoneScript = `
const format = new Intl.DateTimeFormat(document.documentElement.lang, { year: 'numeric', month: 'long', day: 'numeric', hour: '2-digit', minute: '2-digit', timeZoneName: 'short' })
for (const each of document.querySelectorAll('main [data-at]')) each.textContent = format.format(new Date(each.dataset.at))
`

/** The source of the script for the policy of the page. */
export const zoneScriptSource = `'sha256-${createHash('sha256').update(zoneScript).digest('base64')}'`
