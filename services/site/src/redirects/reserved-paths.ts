import { isId } from '@lms/contract'

/** First parts of paths at which the system itself answers. */
const reservedParts = new Set([
  '.well-known',
  'api',
  'buy',
  'calendar',
  'certificates',
  'consent-confirmations',
  'console',
  'docs',
  'downloads',
  'email-confirmations',
  'favicon.ico',
  'files',
  'forms',
  'gifts',
  'healthz',
  'hooks',
  'links',
  'mails',
  'mcp',
  'media',
  'openapi.json',
  'opens',
  'pay',
  'preview',
  'robots.txt',
  'room-beats',
  'room-streams',
  'rooms',
  'sitemap.xml',
  'unsubscribe',
  'webinars',
])

/** Whether the system itself answers at a path, so that no visitor would see a page there. */
export function isReserved(path: string): boolean {
  const [, first = '', ...rest] = path.split('/')
  // Credentials name by it what they are for.
  return reservedParts.has(first.toLowerCase()) || (first === 'courses' && isId('crs', rest.join('/')))
}
