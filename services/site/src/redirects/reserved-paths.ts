/** First parts of paths at which the system itself answers. */
const reservedParts = new Set([
  '.well-known',
  'api',
  'buy',
  'certificates',
  'console',
  'docs',
  'downloads',
  'email-confirmations',
  'unsubscribe',
  'favicon.ico',
  'files',
  'forms',
  'healthz',
  'hooks',
  'media',
  'openapi.json',
  'pay',
  'preview',
  'robots.txt',
  'room-beats',
  'rooms',
  'sitemap.xml',
])

/** Whether the system itself answers at a path, so that no visitor would see a page there. */
export const isReserved = (path: string): boolean => reservedParts.has(path.split('/')[1]!.toLowerCase())
