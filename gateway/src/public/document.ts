// {site_url}/docs, /openapi.json and the other documents.
import { common, Refused } from '@lms/contract'
import { sendForm } from './encoded.ts'
import { noPage } from './pages.ts'
import type { Visit } from './route.ts'

/** Sends a document. */
export async function takeDocument({ exchange, path, parts, countBytes }: Visit): Promise<void> {
  const document = await parts.documents.find(path)
  if (!document) throw new Refused(common.not_found, noPage)
  const form = document.for(exchange.request.headers['accept-encoding'])
  countBytes(form.body.length)
  sendForm(exchange, 200, form)
}
