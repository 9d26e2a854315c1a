// MJML becomes the HTML of a whole document by mrml: one module of WebAssembly, in place of the 180 packages of mjml.
import { cleanedMjml } from '@lms/content/mjml'
import { Engine, type ToHtmlResult } from 'mrml'
import { ContentUnfit } from './fill.ts'

const engine = new Engine()
// Nothing that a mail shows comes from servers of others.
engine.setRenderOptions({ disableComments: true, socialIconOrigin: null, fonts: {} })

/** Icons of social networks that mrml has from the servers of Mailjet, whatever it is told. */
const foreignIcons = /<img src="https:\/\/www\.mailjet\.com\/images\/[^>]*>/g

/** The document of what remains of the MJML, and what was taken out. Throws ContentUnfit, with the place. */
export function htmlOfMjml(source: string): { html: string; removed: string[] } {
  const { mjml, removed } = cleanedMjml(source)
  if (!/^\s*<mjml[\s>]/.test(mjml))
    throw new ContentUnfit('it must be MJML: one element mjml, with mj-body in it')
  const result = engine.toHtml(mjml)
  if (result.type === 'error')
    throw new ContentUnfit(
      `it is no MJML: ${result.message.replace(/ at position.*/, '')}${placeOf(result, mjml)}`,
    )
  return { html: result.content.replace(foreignIcons, ''), removed }
}

/** The text where it could not be read on: positions are those of what remained, which nobody has written. */
function placeOf(result: Extract<ToHtmlResult, { type: 'error' }>, mjml: string): string {
  const position = 'details' in result && 'position' in result.details ? result.details.position : null
  if (!position) return ''
  const bytes = Buffer.from(mjml)
  return ` at ${JSON.stringify(bytes.subarray(position.start, position.start + 60).toString())}`
}
