// MJML becomes the HTML of a whole document by mrml: one module of WebAssembly, in place of the 180 packages of mjml.
import { cleanedMjml } from '@lms/content/mjml'
import { Engine } from 'mrml'
import { ContentUnfit } from './fill.ts'

const engine = new Engine()
// Nothing that a mail shows comes from servers of others.
engine.setRenderOptions({ disableComments: true, socialIconOrigin: null, fonts: {} })

/** The document of what remains of the MJML. Throws ContentUnfit. */
export function htmlOfMjml(mjml: string): string {
  const cleanedSource = cleanedMjml(mjml)
  if (!/^\s*<mjml[\s>]/.test(cleanedSource))
    throw new ContentUnfit('it must be MJML: one element mjml, with mj-body in it')
  const result = engine.toHtml(cleanedSource)
  if (result.type === 'error')
    throw new ContentUnfit(`it is no MJML: ${result.message.replace(/ at position.*/, '')}`)
  return result.content
}
