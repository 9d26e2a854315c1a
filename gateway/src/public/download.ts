// {site_url}/downloads/{token}: the file of a signed link, whole from the service that has its object.
import { common, fileOwners, type Prefix, prefixOf, Refused } from '@lms/contract'
import { hostOperations } from '@lms/service-host/front'
import { absent } from '../cache/schools.ts'
import type { Visit } from './route.ts'

const tooMany = 'Too many downloads are in progress. Wait for one to end before you start the next.'
export const noFile = 'This link leads to no file, or has expired. Order the file again.'

/** Sends the file of a link; the link needs no credential. */
export async function takeDownload({ exchange, parameter: token, school, parts }: Visit): Promise<void> {
  const { school_id } = school
  const { network, response, requestId } = exchange
  const owner = fileOwners[prefixOf(token) as Prefix]
  if (!owner) throw new Refused(common.not_found, noFile)
  const { ask, downloads } = parts
  if (downloads.take(school_id, network) !== null) throw new Refused(common.rate_limited, tooMany)
  response.once('close', () => downloads.give(school_id, network))
  const scope = { school: school_id, requestId }
  const file = await ask(owner, { host: hostOperations }, scope).host.file({ path: { token } }).catch(absent)
  if (!file) throw new Refused(common.not_found, noFile)
  exchange.answer(200, Buffer.from(file.content, file.encoding), {
    'content-type': file.type,
    'content-disposition': `attachment; filename="${file.name}"`,
  })
}
