// {site_url}/files/{token} and {site_url}/media/{token}: bytes of the school's storage, which the site service keeps.
import type { Visit } from './route.ts'

export const noStored = 'This link leads to no file, or has expired. Ask for a new link.'

const preflight = {
  'access-control-allow-methods': 'GET, HEAD, PUT',
  'access-control-allow-headers': 'content-type, if-match, if-none-match, if-range, range, x-request-id',
  'access-control-max-age': 86_400,
}

/** Takes a part of an upload, or sends a file. A page of any origin may do both: the link is the only credential. */
export async function takeFile(visit: Visit): Promise<void> {
  const { exchange } = visit
  if (exchange.request.method !== 'OPTIONS') return carry(visit, 'files')
  exchange.head(204, preflight)
  exchange.response.end()
}

/** Sends a picture of a page. */
export const takeMedia = async (visit: Visit): Promise<void> => carry(visit, 'media')

const carry = ({ exchange, parameter, school, parts }: Visit, of: string): void =>
  parts.streams.carry(exchange, {
    service: 'site',
    path: `/streams/${of}/${parameter}`,
    school: school.school_id,
  })
